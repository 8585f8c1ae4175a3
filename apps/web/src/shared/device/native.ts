/** The window, in which the native shell sets `Capacitor` before the page's scripts run; a browser has none. */
type ShellWindow = { Capacitor?: { isNativePlatform?: () => boolean } }

/** Whether the page runs in the phone's app. It does not load Capacitor. */
export const isNative = (): boolean => (window as ShellWindow).Capacitor?.isNativePlatform?.() ?? false
