// The page's own texts, from en.json and fr.json.
import i18next, { type TFunction } from "i18next";
import { $language } from "../preferences/preferences.ts";
import en from "./en.json";
import fr from "./fr.json";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
    returnNull: false;
  }
}

void i18next.init({
  lng: $language.get().toLowerCase(),
  fallbackLng: "en",
  resources: { en: { translation: en }, fr: { translation: fr } },
  initAsync: false,
  // Lit escapes what it puts into the page.
  interpolation: { escapeValue: false },
});
$language.subscribe((language) => {
  void i18next.changeLanguage(language.toLowerCase());
  document.documentElement.lang = language.toLowerCase();
});

/** The text of a key, in the language of the page. */
export const t: TFunction = i18next.t.bind(i18next);
