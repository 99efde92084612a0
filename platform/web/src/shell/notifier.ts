// Notifications of the browser, for who has agreed to them and looks at something else.
import { $notifications } from "../preferences/preferences.ts";

/** Whether this browser has notifications at all. */
export function hasNotifications(): boolean {
  return "Notification" in window;
}

/**
 * Asks the browser's leave, and keeps the answer.
 * @returns whether notifications are shown from now on.
 */
export async function allowNotifications(): Promise<boolean> {
  const answer = hasNotifications() ? await Notification.requestPermission() : "denied";
  $notifications.set(answer === "granted" ? "on" : "off");
  return answer === "granted";
}

/** Shows a notification, if the visitor wants it and does not look at the page. */
export function notify(title: string, words: string): void {
  const isSeen = document.visibilityState === "visible" && document.hasFocus();
  if ($notifications.get() === "off" || isSeen || !hasNotifications()) return;
  if (Notification.permission !== "granted") return;
  try {
    // One tag: a newer notification takes the place of the one before.
    const shown = new Notification(title, { body: words, tag: "gueridon", icon: "/icon-turn.svg" });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
    });
  } catch {
    // Some browsers allow them only to service workers; the tab's title says the same.
  }
}
