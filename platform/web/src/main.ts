// The entry point of the page.
import "./shell/app.ts";
import { follow, start } from "./navigation/router.ts";
import { $theme } from "./preferences/preferences.ts";
import { ROUTES } from "./shell/routes.ts";

$theme.subscribe((theme) => {
  document.documentElement.style.colorScheme = theme === "auto" ? "light dark" : theme;
});
document.addEventListener("click", follow);
start(ROUTES);
