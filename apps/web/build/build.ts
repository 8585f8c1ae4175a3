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
const stamp = '.made-of'

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.env.API_ORIGIN ?? '')
  const files = await Array.fromAsync(glob(sources, { cwd: root }))
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)))
  return hash.digest('hex')
}

const current = await fingerprint()
const built = await readFile(join(dist, stamp), 'utf8').catch(() => '')
if (!process.argv.includes('--if-stale') || current !== built) {
  console.log('Building the web app')
  // Workbox leaves its bundle in the system's temporary folder.
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
    await keepPreviousAssets(dist, next) // the phone apps contain a single build
  }
  await writeFile(join(next, stamp), current)
  await swapDirectory(next, dist)
}
