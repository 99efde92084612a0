// The page's own texts, from en.json and fr.json.
import i18next, { type TFunction } from "i18next";
import { $language } from "../preferences/preferences.ts";
import en from "./en.json";
import fr from "./fr.json";
import { numeral } from "./numeral.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
    returnNull: false;
  }
}

/** Puts minus signs before the negative numbers that a text was given, and changes nothing else. */
const minus = {
  type: "postProcessor" as const,
  name: "minus",
  process: (text: string, _key: string | string[], values: Readonly<Record<string, unknown>>) =>
    Object.values(values)
      .filter((value) => typeof value === "number" && value < 0)
      .reduce<string>((said, value) => said.replace(String(value), numeral(value as number)), text),
};

void i18next.use(minus).init({
  lng: $language.get().toLowerCase(),
  fallbackLng: "en",
  resources: { en: { translation: en }, fr: { translation: fr } },
  initAsync: false,
  postProcess: minus.name,
  // Lit escapes what it puts into the page.
  interpolation: { escapeValue: false },
});
$language.subscribe((language) => {
  void i18next.changeLanguage(language.toLowerCase());
  document.documentElement.lang = language.toLowerCase();
});

/** The text of a key, in the language of the page. */
export const t: TFunction = i18next.t.bind(i18next);
