import { App } from '@capacitor/app'
import { SystemBars, SystemBarsStyle } from '@capacitor/core'
import { SplashScreen } from '@capacitor/splash-screen'

/** The address that started the app; undefined if it was opened from its icon. */
export const launchUrl = async (): Promise<string | undefined> => (await App.getLaunchUrl())?.url

/** Listens for addresses that are opened while the app runs. */
export async function onUrl(listener: (url: string) => void): Promise<void> {
  await App.addListener('appUrlOpen', ({ url }) => listener(url))
}

/** Listens to Android's back button; `canGoBack` is whether the history has an earlier page. */
export async function onBackButton(listener: (canGoBack: boolean) => void): Promise<void> {
  await App.addListener('backButton', ({ canGoBack }) => listener(canGoBack))
}

export const leaveApp = (): Promise<void> => App.minimizeApp()

export const hideSplash = (): Promise<void> => SplashScreen.hide()

/** Sets the colour of the text in the phone's status bar and navigation bar. */
export const showBars = (theme: 'light' | 'dark'): Promise<void> =>
  SystemBars.setStyle({ style: theme === 'dark' ? SystemBarsStyle.Dark : SystemBarsStyle.Light })
