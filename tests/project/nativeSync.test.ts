import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAppFile, root } from './nativeFiles.ts'

const projectCopy = mkdtempSync(join(tmpdir(), 'apoderados-native-'))
const webCopy = join(projectCopy, 'apps/web')
const generatedNames = [
  'public',
  'assets',
  'build',
  '.gradle',
  'DerivedData',
  'capacitor.config.json',
  'config.xml',
]
/** Returns whether a clean checkout contains the file, because it is not generated. */
const isCommitted = (path: string) =>
  !generatedNames.includes(basename(path)) && !basename(path).startsWith('capacitor-cordova-')

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const { dependencies } = JSON.parse(readAppFile('package.json'))
const plugins = Object.keys(dependencies).filter((name) => {
  const { capacitor } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
  return capacitor !== undefined
})
const readCopy = (path: string) => readFileSync(join(webCopy, path), 'utf8')

/** Runs `cap sync` as the hosted builds do, without a network, Android's tools or Apple's. */
beforeAll(() => {
  mkdirSync(join(webCopy, 'dist'), { recursive: true })
  cpSync(join(root, 'apps/web/index.html'), join(webCopy, 'dist/index.html'))
  for (const name of ['android', 'ios', 'package.json', 'capacitor.config.ts']) {
    cpSync(join(root, 'apps/web', name), join(webCopy, name), { recursive: true, filter: isCommitted })
  }
  symlinkSync(join(root, 'node_modules'), join(projectCopy, 'node_modules'), 'junction')
  const cli = join(projectCopy, 'node_modules/@capacitor/cli/bin/capacitor')
  execFileSync(process.execPath, ['--preserve-symlinks', '--preserve-symlinks-main', cli, 'sync'], {
    cwd: webCopy,
    stdio: 'pipe',
  })
})
afterAll(() => rmSync(projectCopy, { recursive: true, force: true }))

describe('cap sync', () => {
  it('changes no committed file', () => {
    const committed = ['android', 'ios']
      .flatMap((folder) => filesOf(join(root, 'apps/web', folder)))
      .map((file) => relative(join(root, 'apps/web'), file))
      .filter((file) => file.split('/').every(isCommitted))
    expect(committed.length).toBeGreaterThan(50)
    const changed = committed.filter(
      (file) => !readFileSync(join(webCopy, file)).equals(readFileSync(join(root, 'apps/web', file))),
    )
    expect(changed).toEqual([])
  })

  it.each(plugins)('gives both apps the plug-in %s', (name) => {
    expect(readCopy('android/capacitor.settings.gradle')).toContain(`/node_modules/${name}/android')`)
    expect(readCopy('ios/App/CapApp-SPM/Package.swift')).toContain(`/node_modules/${name}")`)
  })

  it('finds the plug-ins of all features of the phone apps', () => {
    expect(plugins).toEqual(
      expect.arrayContaining([
        '@aparajita/capacitor-secure-storage',
        '@capacitor/app',
        '@capacitor/file-viewer',
        '@capacitor/filesystem',
        '@capacitor/network',
        '@capacitor/preferences',
        '@capacitor/push-notifications',
        '@capacitor/splash-screen',
        '@ebarooni/capacitor-calendar',
        'capacitor-native-settings',
      ]),
    )
  })

  it.each(['android/app/src/main/assets', 'ios/App/App'])(
    'writes the configuration of the app in %s',
    (folder) => {
      const config = JSON.parse(readCopy(join(folder, 'capacitor.config.json')))
      expect(config).toMatchObject({
        appId: 'cl.apoderados.app',
        appName: 'Apoderados',
        server: { androidScheme: 'https', cleartext: false },
        android: { minWebViewVersion: 111, allowMixedContent: false, webContentsDebuggingEnabled: false },
        ios: { webContentsDebuggingEnabled: false },
        plugins: { SystemBars: { insetsHandling: 'css', initialViewportFitValueHint: 'cover' } },
      })
      // A page from the network in the app's WebView could use the app's plug-ins.
      expect(config.server).not.toHaveProperty('url')
      expect(config.server).not.toHaveProperty('allowNavigation')
      expect(existsSync(join(webCopy, folder, 'public/index.html'))).toBe(true)
    },
  )

  it('hides the launch screen even if the page never does', () => {
    const { SplashScreen } = JSON.parse(readCopy('ios/App/App/capacitor.config.json')).plugins
    expect(SplashScreen.launchAutoHide).toBe(true)
    expect(SplashScreen.launchShowDuration).toBeLessThanOrEqual(5000)
  })
})

describe('npm run native', () => {
  it.each(['', 'app.example.com', 'http://app.example.com', 'https://app.example.com/api'])(
    'rejects %j as API_ORIGIN with one line of output, before it builds',
    (API_ORIGIN) => {
      const run = spawnSync(process.execPath, [join(root, 'scripts/native.ts')], {
        env: { ...process.env, API_ORIGIN },
        encoding: 'utf8',
      })
      expect(run.status).toBe(1)
      expect(run.stderr.trim().split('\n')).toEqual([expect.stringContaining('API_ORIGIN must say where')])
      expect(run.stdout).toBe('')
    },
  )
})
