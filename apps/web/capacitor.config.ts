import type { CapacitorConfig } from '@capacitor/cli'

const config: CapacitorConfig = {
  appId: 'cl.apoderados.app',
  appName: 'Apoderados',
  webDir: 'dist',
  zoomEnabled: true, // on iOS the phone's text size does not reach a page
  server: {
    androidScheme: 'https',
    cleartext: false,
  },
  android: {
    // Tailwind 4 needs it: docs/native.md
    minWebViewVersion: 111,
    allowMixedContent: false,
    webContentsDebuggingEnabled: false,
  },
  ios: {
    webContentsDebuggingEnabled: false,
  },
  plugins: {
    // Edge to edge: the page leaves room by --safe-area-inset-*, also in WebViews that miscount env().
    SystemBars: { insetsHandling: 'css', initialViewportFitValueHint: 'cover' },
    // The app hides it once it has painted; a page that never comes to that shows itself after 4 s all the same.
    SplashScreen: { launchAutoHide: true, launchShowDuration: 4000, launchFadeOutDuration: 200 },
    PushNotifications: { presentationOptions: ['badge', 'sound', 'alert', 'banner', 'list'] },
  },
}

export default config
