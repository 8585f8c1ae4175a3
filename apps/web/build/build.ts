/** Builds the web app; with --if-stale only if one of its sources has changed since the last build. */
import { createHash } from 'node:crypto'
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { precompress } from './precompress.ts'
import { keepPreviousAssets, swapDirectory } from './swapDirectory.ts'

const root = join(import.meta.dirname, '../../..')
const sources = [
  'apps/web/*.{html,json,ts}',
  'apps/web/build/*.ts',
  'apps/web/{public,src}/**/*.*',
  'packages/contract/src/**/*.*',
  'package-lock.json',
]
const dist = join(import.meta.dirname, '../dist')
const next = `${dist}.new`
/** The file of a build that contains the fingerprint of its sources. */
const fingerprintFile = '.made-of'

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.env.API_ORIGIN ?? '')
  const files = await Array.fromAsync(glob(sources, { cwd: root }))
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)))
  return hash.digest('hex')
}

const currentFingerprint = await fingerprint()
const builtFingerprint = await readFile(join(dist, fingerprintFile), 'utf8').catch(() => '')
if (!process.argv.includes('--if-stale') || currentFingerprint !== builtFingerprint) {
  console.log('Building the web app')
  // Workbox leaves its bundle in the temporary folder, so the build has one of its own, which it deletes.
  const scratch = await mkdtemp(join(tmpdir(), 'apoderados-build-'))
  process.env.TMPDIR = scratch
  const { build } = await import('vite')
  try {
    await build({
      configFile: join(import.meta.dirname, '../vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: next }, // not the served folder, until the build is complete
    })
  } finally {
    await rm(scratch, { recursive: true })
  }
  if (!process.env.API_ORIGIN) {
    await precompress(next)
    await keepPreviousAssets(dist, next) // not for the phone apps, which contain a single build
  }
  await writeFile(join(next, fingerprintFile), currentFingerprint)
  await swapDirectory(next, dist)
}
