import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
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
const isCommitted = (path: string) =>
  !generatedNames.includes(basename(path)) && !basename(path).startsWith('capacitor-cordova-')
const readText = (path: string) => readFileSync(join(root, path), 'utf8')
const { version } = JSON.parse(readText('package.json'))

/** Runs `cap sync` as the hosted builds do, without a network, Android's tools or Apple's. */
beforeAll(() => {
  mkdirSync(join(webCopy, 'dist'), { recursive: true })
  cpSync(join(root, 'apps/web/index.html'), join(webCopy, 'dist/index.html'))
  for (const name of ['android', 'ios', 'package.json', 'capacitor.config.ts'])
    cpSync(join(root, 'apps/web', name), join(webCopy, name), { recursive: true, filter: isCommitted })
  symlinkSync(join(root, 'node_modules'), join(projectCopy, 'node_modules'), 'junction')
  const cli = join(projectCopy, 'node_modules/@capacitor/cli/bin/capacitor')
  const args = ['--preserve-symlinks', '--preserve-symlinks-main', cli, 'sync']
  execFileSync(process.execPath, args, { cwd: webCopy, stdio: 'pipe' })
})
afterAll(() => rmSync(projectCopy, { recursive: true, force: true }))

it('cap sync changes no committed file', () => {
  const changed = ['android', 'ios'].flatMap((folder) =>
    readdirSync(join(root, 'apps/web', folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(root, 'apps/web/').length))
      .filter((file) => file.split('/').every(isCommitted))
      .filter(
        (file) => !readFileSync(join(webCopy, file)).equals(readFileSync(join(root, 'apps/web', file))),
      ),
  )
  expect(changed).toEqual([])
})

it.each(['android/app/src/main/assets', 'ios/App/App'])(
  'no page of the network opens in the app of %s',
  (folder) => {
    const config = JSON.parse(readFileSync(join(webCopy, folder, 'capacitor.config.json'), 'utf8'))
    // Such a page in the app's WebView could use the app's plug-ins.
    expect(config.server).toEqual({ androidScheme: 'https', cleartext: false })
  },
)

it('the iOS app has the version of package.json', () => {
  const project = readText('apps/web/ios/App/App.xcodeproj/project.pbxproj')
  const versions = Array.from(project.matchAll(/MARKETING_VERSION = "?([^";]*)"?;/g), ([, value]) => value)
  expect(new Set(versions)).toEqual(new Set([version]))
})
