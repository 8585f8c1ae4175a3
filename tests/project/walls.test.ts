import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const biomePath = join(root, 'node_modules/@biomejs/biome/bin/biome')

type ImportRules = { allowed: string[]; refused: string[] }

const reactImports = ['react', 'react-dom/client']
const refusedFromServer = [
  '@apoderados/importer/records',
  '@apoderados/cli/connection',
  '../../web/src/config.ts',
  ...reactImports,
]
const refusedFromWeb = [
  ...['@apoderados/server/app', '@apoderados/database/client/open', '@apoderados/cli/connection'],
  ...['node:fs', 'fastify', 'pg', 'drizzle-orm/pg-core', 'zod'],
]

/** For each file, what it may import and what it may not. */
const plantedImports: Record<string, ImportRules> = {
  'packages/contract/src/planted.ts': {
    allowed: ['zod/mini', './primitives.ts'],
    refused: ['zod', 'fastify', '@apoderados/server/config', '../../../apps/server/src/app.ts'],
  },
  'packages/contract/src/calls/planted.ts': {
    allowed: ['zod/mini', './call.ts', '../grades.ts', '../calendar/agenda.ts', '../values/primitives.ts'],
    refused: ['zod', '@apoderados/server/config', '../../../../apps/server/src/app.ts'],
  },
  'packages/contract/src/planted.test.ts': {
    allowed: ['vitest', './calls/api.ts'],
    refused: ['@apoderados/server/config', '../../../apps/web/src/config.ts'],
  },
  'packages/database/src/accounts/planted.ts': {
    allowed: ['../client/open.ts', '@apoderados/contract/rut', 'drizzle-orm', 'pg'],
    refused: [
      ...[
        '@apoderados/server/services',
        '@apoderados/importer/records',
        '../../../../apps/server/src/app.ts',
      ],
      ...['../testing/rows.ts', '../../../../tests/support/suite.ts', ...reactImports],
    ],
  },
  'packages/database/src/accounts/planted.test.ts': {
    allowed: ['@apoderados/server/testing/testServer', 'vitest'],
    refused: ['@apoderados/cli/connection', ...reactImports],
  },
  'packages/importer/src/planted.ts': {
    allowed: ['@apoderados/contract/rut', '@apoderados/database/client/open', './records.ts'],
    refused: [
      ...['@apoderados/server/services', '@apoderados/cli/terminal/terminal', './testing/testSet.ts'],
      ...['../../../apps/cli/src/connection.ts', ...reactImports],
    ],
  },
  'packages/school-data/src/planted.ts': {
    allowed: ['@apoderados/contract/rut', './random.ts'],
    refused: ['@apoderados/database/client/open', '@apoderados/importer/records', ...reactImports],
  },
  'packages/telemetry/src/planted.ts': {
    allowed: ['@opentelemetry/api', './prometheusProducer.ts'],
    refused: ['@apoderados/server/config', '@apoderados/database/client/open', ...reactImports],
  },
  'apps/server/src/telemetry/planted.ts': {
    allowed: ['@apoderados/telemetry/openTelemetry', '@opentelemetry/api', '../http/requestLog.ts'],
    refused: ['../app.ts', '../testing/testServer.ts', ...refusedFromServer],
  },
  'apps/server/src/http/planted.ts': {
    allowed: [
      '../config.ts',
      '@apoderados/contract/calls/api',
      '@apoderados/database/client/open',
      'fastify',
      'node:fs',
    ],
    refused: [
      '../modules/session.ts',
      '../app.ts',
      '../main.ts',
      '../testing/testServer.ts',
      ...refusedFromServer,
    ],
  },
  'apps/server/src/http/planted.test.ts': {
    allowed: ['../app.ts', '../modules/session.ts', '../testing/testServer.ts'],
    refused: refusedFromServer,
  },
  'apps/server/src/app.ts': {
    allowed: ['./modules/session.ts', './http/routes.ts'],
    refused: ['./testing/testServer.ts', '@apoderados/importer/records', ...reactImports],
  },
  'apps/server/src/main.ts': {
    allowed: ['./app.ts', '@apoderados/school-data/random'],
    refused: ['./testing/testServer.ts', '@apoderados/importer/records', ...reactImports],
  },
  'apps/server/src/modules/planted.ts': {
    allowed: ['../http/errors.ts', '../auth/tokens.ts', '@apoderados/database/accounts/accounts'],
    refused: [
      ...['./session.ts', '../app.ts', '../http/routes.ts', '../main.ts', '../testing/testServer.ts'],
      ...['../demo/loadDemo.ts', ...refusedFromServer],
    ],
  },
  'apps/server/src/modules/grades/planted.ts': {
    allowed: ['./averages.ts', '../../http/errors.ts', '@apoderados/database/client/open'],
    refused: [
      '../session.ts',
      '../agenda/agenda.ts',
      '../../app.ts',
      '../../testing/testServer.ts',
      ...reactImports,
    ],
  },
  'apps/cli/src/import/planted.ts': {
    allowed: [
      ...['@apoderados/database/client/open', '@apoderados/importer/records', '@apoderados/server/services'],
      ...['@apoderados/contract/rut', '../terminal/terminal.ts'],
    ],
    refused: [
      ...['@apoderados/server/modules/session', '@apoderados/server/app', '@apoderados/server/http/routes'],
      ...['@apoderados/server/testing/testServer', '../testing/operator.ts', '../../../server/src/config.ts'],
      ...['@apoderados/web/x', ...reactImports],
    ],
  },
  'apps/cli/src/import/planted.test.ts': {
    allowed: ['@apoderados/server/testing/testServer', '../testing/operator.ts'],
    refused: ['@apoderados/web/x', '../../../web/src/config.ts', ...reactImports],
  },
  'apps/web/src/app/Planted.tsx': {
    allowed: [
      ...['../features/home/HomePage.tsx', '../shared/api.ts', '@apoderados/contract/calls/api'],
      ...['react', 'zod/mini'],
    ],
    refused: refusedFromWeb,
  },
  'apps/web/src/features/planted/Page.tsx': {
    allowed: ['../../shared/api.ts', './other.ts', '@apoderados/contract/calls/api', 'react-day-picker'],
    refused: [
      '../home/HomePage.tsx',
      '../../app/App.tsx',
      '../../features/home/HomePage.tsx',
      ...refusedFromWeb,
    ],
  },
  'apps/web/src/shared/ui/Planted.tsx': {
    allowed: ['../api.ts', '../../config.ts', '@capacitor/app', '@apoderados/contract/calls/api', 'zod/mini'],
    refused: ['../../app/App.tsx', '../../features/home/HomePage.tsx', ...refusedFromWeb],
  },
}

/** Returns the imports that the rules of biome.json reject in a tree of these files: 'path ← import'. */
function findRefusedImports(): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'apoderados-walls-'))
  const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({ ...rules, plugins: [], vcs: { enabled: false } }),
  )
  for (const [path, { allowed, refused }] of Object.entries(plantedImports)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), [...allowed, ...refused].map((from) => `import '${from}'\n`).join(''))
  }
  const options = ['--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=rdjson']
  const { stdout } = spawnSync(process.execPath, [biomePath, 'lint', ...options], {
    cwd: folder,
    encoding: 'utf8',
  })
  const diagnostics: { location: { path: string; range: { start: { line: number } } } }[] =
    JSON.parse(stdout).diagnostics
  return new Set(
    diagnostics.map(({ location: { path, range } }) => {
      const { allowed = [], refused = [] } = plantedImports[path] ?? {}
      return `${path} ← ${[...allowed, ...refused][range.start.line - 1]}`
    }),
  )
}

describe('the rules for imports', () => {
  const refused = findRefusedImports()

  it.each(Object.entries(plantedImports))('apply to %s', (path, { allowed, refused: forbidden }) => {
    const reportLines = (imports: string[]) => imports.map((from) => `${path} ← ${from}`)
    expect(reportLines([...allowed, ...forbidden]).filter((line) => refused.has(line))).toEqual(
      reportLines(forbidden),
    )
  })
})
