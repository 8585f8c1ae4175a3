import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

/** Whether our rules refuse a file at `path` whose only import is `from`, in a tree where it is alone. */
function isRefused(path: string, from: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'apoderados-walls-'))
  const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({ ...rules, plugins: [], vcs: { enabled: false } }),
  )
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), `import { thing } from '${from}'\n\nexport const other = thing\n`)
  const args = [biome, 'lint', '--only=style/noRestrictedImports', path]
  return spawnSync(process.execPath, args, { cwd: folder }).status !== 0
}

describe('the import walls refuse', () => {
  it.each([
    ['packages/contract/src/planted.ts', 'fastify'],
    ['packages/contract/src/planted.ts', '../../../apps/server/src/app.ts'],
    ['apps/server/src/planted.ts', '../../web/src/config.ts'],
    ['apps/server/src/planted.ts', './modules/session.ts'],
    ['apps/server/src/modules/planted.ts', './session.ts'],
    ['apps/server/src/modules/planted.ts', '../app.ts'],
    ['apps/server/src/db/planted.ts', '../modules/session.ts'],
    ['apps/server/src/db/planted.ts', '../handlers.ts'],
    ['apps/web/src/features/planted/Page.tsx', '../home/HomePage.tsx'],
    ['apps/web/src/features/planted/Page.tsx', '../../app/App.tsx'],
    ['apps/web/src/features/planted/Page.tsx', '../../../../server/src/app.ts'],
    ['apps/web/src/shared/planted.ts', '../features/home/HomePage.tsx'],
    ['apps/web/src/shared/ui/Planted.tsx', '../../app/App.tsx'],
    ['apps/web/src/app/Planted.tsx', '@apoderados/server/app'],
    ['apps/web/src/features/planted/Page.tsx', 'zod'],
  ])('%s ← %s', (path, from) => {
    expect(isRefused(path, from)).toBe(true)
  })
})

describe('the import walls let pass', () => {
  it.each([
    ['packages/contract/src/planted.ts', 'zod/mini'],
    ['packages/contract/src/planted.ts', './primitives.ts'],
    ['apps/server/src/modules/planted.ts', '../db/open.ts'],
    ['apps/server/src/modules/planted.ts', '@apoderados/contract/api'],
    ['apps/web/src/features/planted/Page.tsx', '../../shared/api.ts'],
    ['apps/web/src/features/planted/Page.tsx', './other.ts'],
    ['apps/web/src/app/Planted.tsx', '../features/home/HomePage.tsx'],
  ])('%s ← %s', (path, from) => {
    expect(isRefused(path, from)).toBe(false)
  })
})
