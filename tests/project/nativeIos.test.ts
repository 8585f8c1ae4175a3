import { describe, expect, it } from 'vitest'
import { readAppFile, readElements, readPlist, version } from './nativeFiles.ts'

const infoPlist = readPlist('ios/App/App/Info.plist')
const xcodeProject = readAppFile('ios/App/App.xcodeproj/project.pbxproj')
/** Returns the values of a setting in all build configurations, debug first. */
const settingValues = (name: string) =>
  Array.from(xcodeProject.matchAll(new RegExp(`\\b${name} = "?([^";]*)"?;`, 'g')), ([, value]) => value)

describe('the iOS app', () => {
  it('is called Apoderados and speaks Spanish', () => {
    expect(infoPlist).toMatchObject({
      CFBundleDisplayName: 'Apoderados',
      CFBundleDevelopmentRegion: 'es-CL',
      CFBundleLocalizations: ['es-CL', 'es'],
    })
    expect(settingValues('developmentRegion')).toEqual(['es-CL'])
  })

  it('explains in Spanish why it uses the calendar, its only permission prompt', () => {
    const texts = Object.entries(infoPlist).filter(([key]) => key.endsWith('UsageDescription'))
    expect(texts.map(([key]) => key)).toEqual([
      'NSCalendarsFullAccessUsageDescription',
      'NSCalendarsUsageDescription',
      'NSCalendarsWriteOnlyAccessUsageDescription',
    ])
    for (const [, text] of texts) {
      expect(text).toContain('Apoderados agrega a tu calendario los eventos del colegio que tú elijas')
    }
  })

  it('makes no exception from TLS', () => {
    expect(infoPlist).not.toHaveProperty('NSAppTransportSecurity')
  })

  it('opens its own scheme and the links of the host for which it is built', () => {
    expect(infoPlist.CFBundleURLTypes).toMatchObject([{ CFBundleURLSchemes: ['cl.apoderados.app'] }])
    const entitlements = readPlist('ios/App/App/App.entitlements')
    expect(entitlements['com.apple.developer.associated-domains']).toEqual(['applinks:$(APP_HOST)'])
    expect(settingValues('APP_HOST')).toHaveLength(2)
    expect(settingValues('CODE_SIGN_ENTITLEMENTS')).toEqual(['App/App.entitlements', 'App/App.entitlements'])
    const scene = readAppFile('ios/App/App/SceneDelegate.swift')
    expect(scene).toContain('SceneDelegateProxy.shared.scene(scene, openURLContexts: URLContexts)')
    expect(scene).toContain('SceneDelegateProxy.shared.scene(scene, continue: userActivity)')
  })

  it('may receive notifications, and passes its token or the reason for a failure to the app', () => {
    expect(readPlist('ios/App/App/App.entitlements')['aps-environment']).toBe('$(APS_ENVIRONMENT)')
    expect(settingValues('APS_ENVIRONMENT')).toEqual(['development', 'production'])
    const delegate = readAppFile('ios/App/App/AppDelegate.swift')
    expect(delegate).toContain('.capacitorDidRegisterForRemoteNotifications, object: deviceToken')
    expect(delegate).toContain('.capacitorDidFailToRegisterForRemoteNotifications, object: error')
  })

  it('excludes its stored data from backups, at the start and after each use', () => {
    const exclusion = readAppFile('ios/App/App/BackupExclusion.swift')
    expect(exclusion).toContain('values.isExcludedFromBackup = true')
    for (const folder of [
      '"WebKit"',
      '"Preferences"',
      '.documentDirectory',
      '.applicationSupportDirectory',
    ]) {
      expect(exclusion).toContain(folder)
    }
    for (const file of ['AppDelegate', 'SceneDelegate']) {
      expect(readAppFile(`ios/App/App/${file}.swift`)).toContain('BackupExclusion.apply()')
    }
    expect(xcodeProject).toContain('BackupExclusion.swift in Sources */,')
  })

  it('declares its handling of data: no tracking, and a reason for each guarded interface', () => {
    const privacy = readPlist('ios/App/App/PrivacyInfo.xcprivacy')
    expect(privacy).toMatchObject({ NSPrivacyTracking: false, NSPrivacyTrackingDomains: [] })
    expect(privacy.NSPrivacyAccessedAPITypes).toEqual([
      {
        NSPrivacyAccessedAPIType: 'NSPrivacyAccessedAPICategoryUserDefaults',
        NSPrivacyAccessedAPITypeReasons: ['CA92.1'],
      },
      {
        NSPrivacyAccessedAPIType: 'NSPrivacyAccessedAPICategoryFileTimestamp',
        NSPrivacyAccessedAPITypeReasons: ['C617.1'],
      },
    ])
    for (const kind of privacy.NSPrivacyCollectedDataTypes as Record<string, unknown>[]) {
      expect(kind).toMatchObject({
        NSPrivacyCollectedDataTypeTracking: false,
        NSPrivacyCollectedDataTypePurposes: ['NSPrivacyCollectedDataTypePurposeAppFunctionality'],
      })
    }
    expect(xcodeProject).toContain('PrivacyInfo.xcprivacy in Resources */,')
    expect(infoPlist.ITSAppUsesNonExemptEncryption).toBe(false)
  })

  it('rotates with the device and lets each page style the status bar', () => {
    expect(infoPlist.UISupportedInterfaceOrientations).toContain('UIInterfaceOrientationPortrait')
    expect(infoPlist.UIViewControllerBasedStatusBarAppearance).toBe(true)
  })

  it('starts on a paper background, light and dark, with the drawn logo', () => {
    const screen = 'ios/App/App/Base.lproj/LaunchScreen.storyboard'
    expect(readElements(screen, 'imageView')[0]?.getAttribute('image')).toBe('Splash')
    expect(readElements(screen, 'imageView')[0]?.getAttribute('contentMode')).toBe('center')
    const { colors } = JSON.parse(readAppFile('ios/App/App/Assets.xcassets/Paper.colorset/Contents.json'))
    const hex = colors.map(({ color: { components } }: { color: { components: Record<string, string> } }) =>
      ['red', 'green', 'blue'].map((channel) => components[channel]?.slice(2)).join(''),
    )
    expect(hex).toEqual(['F6F5F1', '121118'])
  })
})

describe('the iOS build', () => {
  it('has the version of package.json', () => {
    const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
    expect(new Set(settingValues('MARKETING_VERSION'))).toEqual(new Set([version]))
    expect(new Set(settingValues('CURRENT_PROJECT_VERSION'))).toEqual(
      new Set([String(major * 10_000 + minor * 100 + patch)]),
    )
  })

  it('uses the app’s id, for iOS 16.4 and newer', () => {
    expect(settingValues('PRODUCT_BUNDLE_IDENTIFIER')).toEqual(['cl.apoderados.app', 'cl.apoderados.app'])
    expect(settingValues('IPHONEOS_DEPLOYMENT_TARGET')).toEqual(['16.4', '16.4', '16.4', '16.4'])
    expect(readAppFile('ios/App/CapApp-SPM/Package.swift')).toContain('platforms: [.iOS(.v16)]')
  })

  it('lists every picture of its catalogues', () => {
    for (const [catalogue, count] of [
      ['AppIcon.appiconset', 3],
      ['Splash.imageset', 6],
    ] as const) {
      const { images } = JSON.parse(readAppFile(`ios/App/App/Assets.xcassets/${catalogue}/Contents.json`))
      expect(images).toHaveLength(count)
      for (const { filename } of images) readAppFile(`ios/App/App/Assets.xcassets/${catalogue}/${filename}`)
    }
  })
})
