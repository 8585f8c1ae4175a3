/** Builds the web app; with --if-stale only when something that it is made of has changed. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { precompress } from './precompress.ts'
import { keepCode, putInPlace } from './putInPlace.ts'

const root = join(import.meta.dirname, '../..')
const madeOf = ['apps/web/src', 'apps/web/public', 'packages/contract/src']
const files = [
  ...[
    'index.html',
    'vite.config.ts',
    'installable.ts',
    'loginPage.ts',
    'publicScripts.ts',
    'nativePage.ts',
    'pages.ts',
    'precompress.ts',
    'routePages.ts',
    'sin-webview.html',
    'spanishOnly.ts',
    'package.json',
  ].map((file) => `apps/web/${file}`),
  'package-lock.json',
]
const dist = join(import.meta.dirname, 'dist')
const made = `${dist}.new`
const stamp = '.made-of'

async function allFiles(): Promise<string[]> {
  const folders = await Promise.all(
    madeOf.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  )
  const inFolders = folders.flat().filter((entry) => entry.isFile())
  return [
    ...inFolders.map((entry) => join(entry.parentPath, entry.name)),
    ...files.map((file) => join(root, file)),
  ]
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.env.API_ORIGIN ?? '')
  for (const file of (await allFiles()).sort()) hash.update(relative(root, file)).update(await readFile(file))
  return hash.digest('hex')
}

const now = await fingerprint()
const before = await readFile(join(dist, stamp), 'utf8').catch(() => '')
if (!process.argv.includes('--if-stale') || now !== before) {
  console.log('Building the web app')
  // Workbox leaves there what it bundled.
  const scratch = await mkdtemp(join(tmpdir(), 'apoderados-build-'))
  process.env.TMPDIR = scratch
  const { build } = await import('vite')
  try {
    await build({
      configFile: join(import.meta.dirname, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: made }, // beside what a server hands out, until it is whole
    })
  } finally {
    await rm(scratch, { recursive: true })
  }
  if (!process.env.API_ORIGIN) {
    await precompress(made)
    await keepCode(dist, made) // the phone apps hold one build
  }
  await writeFile(join(made, stamp), now)
  await putInPlace(made, dist)
}
