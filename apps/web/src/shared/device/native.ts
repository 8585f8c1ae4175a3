/** Set by the native shell before the page's scripts run; a browser has none. */
type Shell = { Capacitor?: { isNativePlatform?: () => boolean } }

/** True in the phone's app, without loading anything of Capacitor. */
export const isNative = (): boolean => (window as Shell).Capacitor?.isNativePlatform?.() ?? false
