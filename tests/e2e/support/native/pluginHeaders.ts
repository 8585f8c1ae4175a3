import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Platform = 'android' | 'ios'

const modules = join(import.meta.dirname, '../../../../node_modules')
/** The path of the native source code of each plug-in, by the name that the page uses. */
const sources: Record<string, Record<Platform, string>> = {
  ...plugin('App', '@capacitor/app'),
  ...plugin('CapacitorCalendar', '@ebarooni/capacitor-calendar'),
  ...plugin('FileViewer', '@capacitor/file-viewer'),
  ...plugin('Filesystem', '@capacitor/filesystem'),
  ...plugin('NativeSettings', 'capacitor-native-settings'),
  ...plugin('Network', '@capacitor/network'),
  ...plugin('Preferences', '@capacitor/preferences'),
  ...plugin('PushNotifications', '@capacitor/push-notifications'),
  ...plugin('SecureStorage', '@aparajita/capacitor-secure-storage'),
  ...plugin('SplashScreen', '@capacitor/splash-screen'),
  SystemBars: {
    android: '@capacitor/android/capacitor/src/main/java/com/getcapacitor/plugin/SystemBars.java',
    ios: '@capacitor/ios/Capacitor/Capacitor/Plugins/SystemBars.swift',
  },
}

function plugin(name: string, folder: string) {
  return { [name]: { android: `${folder}/android/src/main`, ios: `${folder}/ios` } }
}

const methodOf: Record<Platform, RegExp> = {
  android: /@PluginMethod[^\n]*\n\s*(?:(?:public|override|final)\s+)*(?:fun|void)\s+(\w+)\(/g,
  ios: /(?:name: "|\.init\(#selector\()(\w+)(?:",\s*returnType: CAPPluginReturn|\)\))/g,
}

/**
 * Returns the list of plug-ins that the native shell gives to the page, with the methods found in their native code.
 */
export function pluginHeaders(platform: Platform) {
  return Object.entries(sources).map(([name, { [platform]: sourcePath }]) => {
    const methods = Array.from(
      codeAt(join(modules, sourcePath)).matchAll(methodOf[platform]),
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

function codeAt(sourcePath: string): string {
  if (/\.\w+$/.test(sourcePath)) return readFileSync(sourcePath, 'utf8')
  const files = readdirSync(sourcePath, { recursive: true, encoding: 'utf8' })
  const code = files.filter((file) => /\.(java|kt|swift)$/.test(file) && !file.includes('Tests'))
  return code.map((file) => readFileSync(join(sourcePath, file), 'utf8')).join('\n')
}
