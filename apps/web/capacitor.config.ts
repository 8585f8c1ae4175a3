import type { CapacitorConfig } from '@capacitor/cli'

const config: CapacitorConfig = {
  appId: 'cl.apoderados.app',
  appName: 'Apoderados',
  webDir: 'dist',
  zoomEnabled: true, // on iOS pages do not follow the phone's text size, so parents must be able to zoom
  server: {
    androidScheme: 'https',
    cleartext: false,
  },
  android: {
    // The oldest WebView that Tailwind 4 supports (docs/native.md).
    minWebViewVersion: 111,
    allowMixedContent: false,
    webContentsDebuggingEnabled: false,
  },
  ios: {
    webContentsDebuggingEnabled: false,
  },
  plugins: {
    // The page extends under the system bars; --safe-area-inset-* is right also in WebViews whose env() is wrong.
    SystemBars: { insetsHandling: 'css', initialViewportFitValueHint: 'cover' },
    // The app hides the launch screen once it has painted; otherwise the launch screen disappears after 4 s.
    SplashScreen: { launchAutoHide: true, launchShowDuration: 4000, launchFadeOutDuration: 200 },
    PushNotifications: { presentationOptions: ['badge', 'sound', 'alert', 'banner', 'list'] },
  },
}

export default config
