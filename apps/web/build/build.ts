/** Builds the web app; with --if-stale only if its sources or API_ORIGIN have changed since the last build. */
import { createHash } from 'node:crypto'
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { precompress } from './precompress.ts'
import { keepPreviousAssets, swapDirectory } from './swapDirectory.ts'

const root = join(import.meta.dirname, '../../..')
const sourceGlobs = [
  'apps/web/*.{html,json,ts}',
  'apps/web/build/*.ts',
  'apps/web/{public,src}/**/*.*',
  'packages/contract/src/**/*.*',
  'package-lock.json',
]
const dist = join(import.meta.dirname, '../dist')
/** The folder to which the build is written; it replaces `dist` once it is complete. */
const newDist = `${dist}.new`
/** The file of a build that contains the fingerprint of its sources. */
const fingerprintFile = '.made-of'

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.env.API_ORIGIN ?? '')
  const files = await Array.fromAsync(glob(sourceGlobs, { cwd: root }))
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)))
  return hash.digest('hex')
}

const currentFingerprint = await fingerprint()
const builtFingerprint = await readFile(join(dist, fingerprintFile), 'utf8').catch(() => '')
if (!process.argv.includes('--if-stale') || currentFingerprint !== builtFingerprint) {
  console.log('Building the web app')
  // Workbox leaves its bundle in the temporary folder, so the build uses a temporary folder of its own and deletes it.
  const scratch = await mkdtemp(join(tmpdir(), 'apoderados-build-'))
  process.env.TMPDIR = scratch
  const { build } = await import('vite')
  try {
    await build({
      configFile: join(import.meta.dirname, '../vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: newDist },
    })
  } finally {
    await rm(scratch, { recursive: true })
  }
  if (!process.env.API_ORIGIN) {
    await precompress(newDist)
    await keepPreviousAssets(dist, newDist) // not for the phone apps, which contain a single build
  }
  await writeFile(join(newDist, fingerprintFile), currentFingerprint)
  await swapDirectory(newDist, dist)
}
