import { describe, expect, it } from 'vitest'
import { attributesOf, childrenOf, readAppFile, readElements, version } from './nativeFiles.ts'

const mainFolder = 'android/app/src/main'
const manifestPath = `${mainFolder}/AndroidManifest.xml`
const applicationAttributes = attributesOf(readElements(manifestPath, 'application')[0])
const activityAttributes = attributesOf(readElements(manifestPath, 'activity')[0])
const resourcesIn = (file: string) =>
  Object.fromEntries(
    readElements(`${mainFolder}/res/${file}`, file.includes('colors') ? 'color' : 'string').map((element) => [
      element.getAttribute('name'),
      element.textContent,
    ]),
  )

describe('the Android app', () => {
  it('requests only the network, notifications and the calendar', () => {
    const permissions = readElements(manifestPath, 'uses-permission').map(attributesOf)
    const requested = permissions.filter((permission) => permission['tools:node'] !== 'remove')
    expect(requested.map(({ name }) => name?.replace('android.permission.', '')).sort()).toEqual([
      'ACCESS_NETWORK_STATE',
      'INTERNET',
      'POST_NOTIFICATIONS',
      'READ_CALENDAR',
      'WRITE_CALENDAR',
    ])
  })

  it('rejects access to all files of the device even if a library requests it', () => {
    const permissions = readElements(manifestPath, 'uses-permission').map(attributesOf)
    const refused = permissions.filter((permission) => permission['tools:node'] === 'remove')
    expect(refused.map(({ name }) => name)).toEqual([
      'android.permission.READ_EXTERNAL_STORAGE',
      'android.permission.WRITE_EXTERNAL_STORAGE',
    ])
  })

  it('is excluded from backups', () => {
    expect(applicationAttributes).toMatchObject({ allowBackup: 'false', fullBackupContent: 'false' })
  })

  it.each(['cloud-backup', 'device-transfer'])('excludes all data from %s', (transfer) => {
    expect(applicationAttributes.dataExtractionRules).toBe('@xml/data_extraction_rules')
    const [rules] = readElements(`${mainFolder}/res/xml/data_extraction_rules.xml`, transfer)
    const excluded = Array.from(rules?.getElementsByTagName('exclude') ?? []).map(attributesOf)
    const domains = ['root', 'file', 'database', 'sharedpref', 'external']
    for (const domain of [...domains, ...domains.slice(0, 4).map((name) => `device_${name}`)]) {
      expect(excluded).toContainEqual({ domain, path: '.' })
    }
    expect(rules?.getElementsByTagName('include')).toHaveLength(0)
  })

  it('connects to servers only by TLS, and trusts only the system’s certificates', () => {
    expect(applicationAttributes.usesCleartextTraffic).toBe('false')
    expect(applicationAttributes.networkSecurityConfig).toBe('@xml/network_security_config')
    const config = `${mainFolder}/res/xml/network_security_config.xml`
    expect(attributesOf(readElements(config, 'base-config')[0]).cleartextTrafficPermitted).toBe('false')
    expect(readElements(config, 'certificates').map(attributesOf)).toEqual([{ src: 'system' }])
    expect(readElements(config, 'domain-config')).toEqual([])
  })

  it('opens the links of its pages and no other links of the host', () => {
    const [, ownScheme, web] = readElements(manifestPath, 'intent-filter')
    const data = (filter = ownScheme) =>
      Array.from(filter?.getElementsByTagName('data') ?? []).map(attributesOf)
    expect(data()).toEqual([{ scheme: '@string/custom_url_scheme' }])
    expect(resourcesIn('values/strings.xml').custom_url_scheme).toBe('cl.apoderados.app')
    expect(attributesOf(web)).toEqual({ autoVerify: 'true' })
    expect(Object.assign({}, ...data(web).slice(0, 2))).toEqual({ scheme: 'https', host: '$' + '{appHost}' })
    expect(data(web).slice(2)).toEqual([
      { path: '/login' },
      { pathPrefix: '/app/' },
      { pathPrefix: '/auth/' },
    ])
    expect(readAppFile('android/gradle.properties')).toMatch(/^appHost=/m)
  })

  it('returns to the open page, and lets the app handle the back gesture', () => {
    expect(activityAttributes).toMatchObject({ launchMode: 'singleTask', exported: 'true' })
    expect(applicationAttributes.enableOnBackInvokedCallback).toBe('true')
  })

  it('gives viewers access to downloaded documents, and to no other file', () => {
    const [paths] = readElements(`${mainFolder}/res/xml/file_paths.xml`, 'paths')
    expect(paths && childrenOf(paths).map(({ tagName }) => tagName)).toEqual(['cache-path'])
  })

  it('speaks Spanish', () => {
    expect(resourcesIn('values/strings.xml')).toMatchObject({
      app_name: 'Apoderados',
      no_webview_text: expect.stringContaining('Instálalo desde Play Store'),
      fcm_fallback_notification_channel_label: 'Avisos del colegio',
    })
  })

  const activityCode = readAppFile(`${mainFolder}/java/cl/apoderados/app/MainActivity.java`)

  it('draws under the system bars', () => {
    expect(activityCode).toContain('EdgeToEdge.enable(this)')
  })

  it('explains in Spanish how to update an old WebView, without a script or a style', () => {
    expect(activityCode).toContain('!bridge.isMinimumWebViewInstalled()')
    expect(activityCode).toContain('bridge.getLocalUrl() + "/sin-webview.html"')
    expect(readAppFile('sin-webview.html')).toContain('Actualiza Android System WebView')
    expect(readAppFile('sin-webview.html')).not.toMatch(/<script|<style|style=/)
  })

  it('starts on a paper background, light and dark, with the drawn logo', () => {
    expect(resourcesIn('values/colors.xml')).toMatchObject({ paper: '#F6F5F1', ink: '#463AAE' })
    expect(resourcesIn('values-night/colors.xml')).toMatchObject({ paper: '#121118', ink: '#B0A7FF' })
    const styles = readAppFile(`${mainFolder}/res/values/styles.xml`)
    expect(styles).toContain('<item name="windowSplashScreenBackground">@color/paper</item>')
    expect(styles).toContain('<item name="windowSplashScreenAnimatedIcon">@drawable/ic_splash</item>')
  })

  it('has an icon that launchers may crop and tint', () => {
    for (const name of ['ic_launcher', 'ic_launcher_round']) {
      const icon = `${mainFolder}/res/mipmap-anydpi-v26/${name}.xml`
      expect(attributesOf(readElements(icon, 'monochrome')[0]).drawable).toBe(
        '@drawable/ic_launcher_foreground',
      )
    }
  })
})

describe('the Android build', () => {
  const gradle = readAppFile('android/app/build.gradle')

  it('takes its version from package.json', () => {
    expect(gradle).toContain("file('../../../../package.json')")
    expect(gradle).toContain('versionName appVersion')
    expect(version).toMatch(/^\d+\.\d{1,2}\.\d{1,2}$/) // The build number has two digits for each part of the version.
  })

  it('uses the app’s id, for Android 7 and newer', () => {
    expect(gradle).toContain('applicationId "cl.apoderados.app"')
    const variables = readAppFile('android/variables.gradle')
    expect(variables).toContain('minSdkVersion = 24')
    expect(variables).toContain('targetSdkVersion = 36')
  })

  it('signs with external keys, and builds no release that can be debugged', () => {
    expect(gradle).toContain("System.getenv('ANDROID_KEYSTORE_PASSWORD')")
    expect(gradle).toContain('debuggable false')
    expect(readAppFile('android/.gitignore')).toMatch(/^google-services\.json$/m)
    expect(readAppFile('android/.gitignore')).toMatch(/^\*\.keystore$/m)
  })
})
