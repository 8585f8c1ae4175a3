/**
 * Builds the web app and the school's console; with --if-stale only those whose sources or API_ORIGIN have changed since
 * their last build. With API_ORIGIN it builds only the web app, for the phones.
 */
import { createHash } from 'node:crypto'
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { precompress } from './build/precompress.ts'
import { keepPreviousAssets, swapDirectory } from './build/swapDirectory.ts'

const root = join(import.meta.dirname, '..')
const apps = [
  { folder: 'apps/web', name: 'the web app', otherSources: [] },
  // The console shares the typeface and the icons' plug-in with the web app.
  {
    folder: 'apps/office',
    name: 'the school’s console',
    otherSources: ['apps/web/build/iconComponents.ts', 'apps/web/src/fonts/*'],
  },
]
type App = (typeof apps)[number]

/** The file of a build that contains the fingerprint of its sources. */
const fingerprintFile = '.made-of'
const { API_ORIGIN = '' } = process.env

async function fingerprintOf({ folder, otherSources }: App): Promise<string> {
  const sourceGlobs = [
    `${folder}/*.{html,json,ts}`,
    `${folder}/build/*.ts`,
    `${folder}/{public,src}/**/*.*`,
    ...otherSources,
    'packages/contract/src/**/*.*',
    'package-lock.json',
    'scripts/build.ts',
    'scripts/build/*.ts',
  ]
  const hash = createHash('sha256').update(API_ORIGIN)
  const files = await Array.fromAsync(glob(sourceGlobs, { cwd: root }))
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)))
  return hash.digest('hex')
}

async function buildUnlessFresh(app: App, isForced: boolean): Promise<void> {
  const dist = join(root, app.folder, 'dist')
  const currentFingerprint = await fingerprintOf(app)
  const builtFingerprint = await readFile(join(dist, fingerprintFile), 'utf8').catch(() => '')
  if (!isForced && currentFingerprint === builtFingerprint) return
  console.log(`Building ${app.name}`)
  const newDist = `${dist}.new` // replaces `dist` once it is complete
  const { build } = await import('vite')
  await build({
    configFile: join(root, app.folder, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: newDist },
  })
  if (!API_ORIGIN) {
    await precompress(newDist)
    await keepPreviousAssets(dist, newDist) // not for the phone apps, which contain a single build
  }
  await writeFile(join(newDist, fingerprintFile), currentFingerprint)
  await swapDirectory(newDist, dist)
}

// Workbox leaves its bundle in the temporary folder, so the builds use a temporary folder of their own and delete it.
const scratch = await mkdtemp(join(tmpdir(), 'apoderados-build-'))
process.env.TMPDIR = scratch
try {
  const isForced = !process.argv.includes('--if-stale')
  for (const app of API_ORIGIN ? apps.slice(0, 1) : apps) await buildUnlessFresh(app, isForced)
} finally {
  await rm(scratch, { recursive: true })
}
