import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

/** `apps` from the importing file: '../../'. */
const webApp = (apps: string) => [
  '@apoderados/web/x',
  `${apps}web/src/config.ts`,
  'react',
  'react-dom/client',
]
const aboveServer = (apps: string) => [
  ...webApp(apps),
  ...['@apoderados/operator/x', `${apps}operator/src/explain.ts`, '@apoderados/server/modules/session'],
]
const belowWeb = (apps: string) => [
  ...[
    '@apoderados/server/app',
    `${apps}server/src/app.ts`,
    'node:fs',
    'fastify',
    'pg',
    'drizzle-orm/pg-core',
  ],
  ...['@apoderados/contract/policy', '@apoderados/operator/x', `${apps}operator/src/explain.ts`, 'zod'],
]

type Imports = { taken: string[]; refused: string[] }

const besideModules: Imports = {
  taken: ['../db/open.ts', '../config.ts', './other.ts'],
  refused: [
    ...['../modules/session.ts', '../app.ts', '../main.ts', '../testing/testServer.ts'],
    ...aboveServer('../../../'),
  ],
}

/** By file, what it may import and what it may not. */
const planted: Record<string, Imports> = {
  'packages/contract/src/planted.ts': {
    taken: ['zod/mini', './primitives.ts'],
    refused: ['zod', 'fastify', '@apoderados/server/config', '../../../apps/server/src/app.ts'],
  },
  'packages/contract/src/planted.test.ts': {
    taken: ['vitest', './api.ts'],
    refused: ['@apoderados/server/config', '../../../apps/web/src/config.ts'],
  },
  'packages/school-data/src/planted.ts': {
    taken: ['@apoderados/contract/rut', './random.ts', 'node:fs/promises'],
    refused: [
      '@apoderados/server/db/open',
      '@apoderados/operator/x',
      '../../../apps/server/src/db/schema.ts',
      'drizzle-orm',
      'pg',
    ],
  },
  'apps/server/src/planted.ts': {
    taken: ['./calls.ts', './db/open.ts', './web.ts', '@apoderados/contract/api', 'fastify', 'node:fs'],
    refused: [
      ...['./modules/session.ts', './app.ts', './main.ts', './testing/testServer.ts'],
      ...aboveServer('../../'),
    ],
  },
  'apps/server/src/planted.test.ts': {
    taken: ['./app.ts', './modules/session.ts', './testing/testServer.ts'],
    refused: aboveServer('../../'),
  },
  'apps/server/src/app.ts': {
    taken: ['./modules/session.ts', './calls.ts'],
    refused: ['./testing/testServer.ts', ...aboveServer('../../')],
  },
  'apps/server/src/main.ts': {
    taken: ['./app.ts', './db/open.ts'],
    refused: ['./testing/testServer.ts', ...aboveServer('../../')],
  },
  'apps/server/src/modules/planted.ts': {
    taken: ['../db/open.ts', '../errors.ts', '@apoderados/contract/api'],
    refused: [
      ...['./session.ts', '../app.ts', '../calls.ts', '../main.ts', '../testing/testServer.ts'],
      ...['../db/demo/load.ts', ...aboveServer('../../../')],
    ],
  },
  'apps/server/src/db/planted.ts': {
    taken: ['./open.ts', '../files.ts', 'drizzle-orm'],
    refused: [
      ...['../modules/session.ts', '../app.ts', '../calls.ts', '../handlers.ts', '../testing/testServer.ts'],
      ...aboveServer('../../../'),
    ],
  },
  'apps/server/src/mail/planted.ts': besideModules,
  'apps/server/src/metrics/planted.ts': besideModules,
  'apps/server/src/storage/planted.ts': besideModules,
  'apps/server/src/yetToCome/planted.ts': besideModules,
  'apps/operator/src/import/planted.ts': {
    taken: [
      '@apoderados/server/db/open',
      '@apoderados/server/keys',
      '@apoderados/contract/rut',
      '../explain.ts',
    ],
    refused: [
      ...[
        '@apoderados/server/modules/session',
        '@apoderados/server/app',
        '@apoderados/server/testing/testServer',
      ],
      ...['../../../server/src/keys.ts', '../testing/ourSet.ts', ...webApp('../../../')],
    ],
  },
  'apps/operator/src/import/planted.test.ts': {
    taken: ['@apoderados/server/testing/testServer', '../testing/ourSet.ts'],
    refused: webApp('../../../'),
  },
  'apps/web/src/app/Planted.tsx': {
    taken: [
      '../features/home/HomePage.tsx',
      '../shared/api.ts',
      '@apoderados/contract/api',
      'react',
      'zod/mini',
    ],
    refused: belowWeb('../../../'),
  },
  'apps/web/src/features/planted/Page.tsx': {
    taken: ['../../shared/api.ts', './other.ts', '@apoderados/contract/api', 'react-day-picker'],
    refused: [
      ...['../home/HomePage.tsx', '../../app/App.tsx', '../../features/home/HomePage.tsx'],
      ...belowWeb('../../../../'),
    ],
  },
  'apps/web/src/shared/ui/Planted.tsx': {
    taken: ['../api.ts', '../../config.ts', '@capacitor/app', '@apoderados/contract/api', 'zod/mini'],
    refused: ['../../app/App.tsx', '../../features/home/HomePage.tsx', ...belowWeb('../../../../')],
  },
}

/** What our rules refuse in a tree of these files alone, an import a line: 'path ← import'. */
function readRefused(): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'apoderados-walls-'))
  const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({ ...rules, plugins: [], vcs: { enabled: false } }),
  )
  for (const [path, { taken, refused }] of Object.entries(planted)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), [...taken, ...refused].map((from) => `import '${from}'\n`).join(''))
  }
  const options = ['--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=rdjson']
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', ...options], {
    cwd: folder,
    encoding: 'utf8',
  })
  const told: { location: { path: string; range: { start: { line: number } } } }[] =
    JSON.parse(stdout).diagnostics
  return new Set(
    told.map(({ location: { path, range } }) => {
      const { taken = [], refused = [] } = planted[path] ?? {}
      return `${path} ← ${[...taken, ...refused][range.start.line - 1]}`
    }),
  )
}

describe('the import walls', () => {
  const refused = readRefused()

  it.each(Object.entries(planted))('hold around %s', (path, told) => {
    const of = (imports: string[]) => imports.map((from) => `${path} ← ${from}`)
    expect(of([...told.taken, ...told.refused]).filter((line) => refused.has(line))).toEqual(of(told.refused))
  })
})
