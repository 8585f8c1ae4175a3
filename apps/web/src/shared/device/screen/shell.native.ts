import { App } from '@capacitor/app'
import { SystemBars, SystemBarsStyle } from '@capacitor/core'
import { SplashScreen } from '@capacitor/splash-screen'

/** The address that started the app, if one did. */
export const launchUrl = async (): Promise<string | undefined> => (await App.getLaunchUrl())?.url

/** Hears the addresses that open the app while it runs. */
export async function onUrl(listener: (url: string) => void): Promise<void> {
  await App.addListener('appUrlOpen', ({ url }) => listener(url))
}

/** Hears Android's back; `canGoBack` is whether the history has a page before this one. */
export async function onBackButton(listener: (canGoBack: boolean) => void): Promise<void> {
  await App.addListener('backButton', ({ canGoBack }) => listener(canGoBack))
}

export const leaveApp = (): Promise<void> => App.minimizeApp()

export const hideSplash = (): Promise<void> => SplashScreen.hide()

/** The clock and battery above the page, and the bar below it, in letters that can be read on it. */
export const showBars = (theme: 'light' | 'dark'): Promise<void> =>
  SystemBars.setStyle({ style: theme === 'dark' ? SystemBarsStyle.Dark : SystemBarsStyle.Light })
