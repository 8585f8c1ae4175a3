import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Platform = 'android' | 'ios'

const modulesFolder = join(import.meta.dirname, '../../../../node_modules')
/** The path of the native source code of each plug-in, by the name that the page uses. */
const pluginSources: Record<string, Record<Platform, string>> = {
  ...pluginSource('App', '@capacitor/app'),
  ...pluginSource('BiometricAuthNative', '@aparajita/capacitor-biometric-auth'),
  ...pluginSource('CapacitorCalendar', '@ebarooni/capacitor-calendar'),
  ...pluginSource('FileViewer', '@capacitor/file-viewer'),
  ...pluginSource('Filesystem', '@capacitor/filesystem'),
  ...pluginSource('NativeSettings', 'capacitor-native-settings'),
  ...pluginSource('Network', '@capacitor/network'),
  ...pluginSource('Preferences', '@capacitor/preferences'),
  ...pluginSource('PrivacyScreen', '@capacitor/privacy-screen'),
  ...pluginSource('PushNotifications', '@capacitor/push-notifications'),
  ...pluginSource('SecureStorage', '@aparajita/capacitor-secure-storage'),
  ...pluginSource('SplashScreen', '@capacitor/splash-screen'),
  SystemBars: {
    android: '@capacitor/android/capacitor/src/main/java/com/getcapacitor/plugin/SystemBars.java',
    ios: '@capacitor/ios/Capacitor/Capacitor/Plugins/SystemBars.swift',
  },
}

function pluginSource(name: string, folder: string) {
  return { [name]: { android: `${folder}/android/src/main`, ios: `${folder}/ios` } }
}

const methodPatterns: Record<Platform, RegExp> = {
  android: /@PluginMethod[^\n]*\n\s*(?:(?:public|override|final)\s+)*(?:fun|void)\s+(\w+)\(/g,
  ios: /(?:name: "|\.init\(#selector\()(\w+)(?:",\s*returnType: CAPPluginReturn|\)\))/g,
}

/**
 * Returns the list of plug-ins that the native shell gives to the page, with the methods found in their native code.
 */
export function pluginHeaders(platform: Platform) {
  return Object.entries(pluginSources).map(([name, { [platform]: sourcePath }]) => {
    const methods = Array.from(
      readCode(join(modulesFolder, sourcePath)).matchAll(methodPatterns[platform]),
      ([, methodName]) => methodName,
    )
    if (methods.length === 0) throw new Error(`No method of ${name} found for ${platform}`)
    return {
      name,
      methods: [
        { name: 'addListener', rtype: 'callback' },
        { name: 'removeListener', rtype: 'callback' },
        ...methods.map((method) => ({ name: method, rtype: 'promise' })),
      ],
    }
  })
}

function readCode(sourcePath: string): string {
  if (/\.\w+$/.test(sourcePath)) return readFileSync(sourcePath, 'utf8')
  const files = readdirSync(sourcePath, { recursive: true, encoding: 'utf8' })
  const code = files.filter((file) => /\.(java|kt|swift)$/.test(file) && !file.includes('Tests'))
  return code.map((file) => readFileSync(join(sourcePath, file), 'utf8')).join('\n')
}
