// Where the page begins.
import "./shell.ts";
import { follow, start } from "./router.ts";
import { $theme } from "./settings.ts";

$theme.subscribe((theme) => {
  document.documentElement.style.colorScheme = theme === "auto" ? "light dark" : theme;
});
document.addEventListener("click", follow);
start();
