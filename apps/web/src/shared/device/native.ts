/** Set by the native shell before the page's scripts run; a browser has none. */
type Shell = { Capacitor?: { isNativePlatform?: () => boolean } }

/** Whether this is the phone's app. It does not load Capacitor. */
export const isNative = (): boolean => (window as Shell).Capacitor?.isNativePlatform?.() ?? false
