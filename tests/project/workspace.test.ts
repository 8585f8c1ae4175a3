import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const { workspaces: patterns } = readJson('package.json')
const workspaces = [
  '.',
  ...globSync(patterns, { cwd: root }).filter((path) => existsSync(join(root, path, 'package.json'))),
]

type LockedPackage = {
  resolved?: string
  integrity?: string
  inBundle?: boolean
  link?: boolean
  license?: string
  deprecated?: string
  hasInstallScript?: boolean
  dev?: boolean
  devOptional?: boolean
  optionalDependencies?: Record<string, string>
}
const lockedPackages: [path: string, entry: LockedPackage][] = Object.entries(
  readJson('package-lock.json').packages,
)
const installedPackages = lockedPackages.filter(([path]) => path.includes('node_modules/'))
const thirdPartyPackages = installedPackages.filter(([, { link }]) => !link)

describe('the lockfile', () => {
  it('names no registry, so that npm uses the configured one', () => {
    const resolved = thirdPartyPackages.filter(([, { resolved }]) => resolved !== undefined)
    expect(resolved.map(([path]) => path)).toEqual([])
  })

  it('has a checksum for each package, from every registry', () => {
    // A package without a checksum is contained in the archive of another package.
    const downloaded = thirdPartyPackages.filter(([, { inBundle }]) => !inBundle)
    const unknown = downloaded.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    expect(unknown.map(([path]) => path)).toEqual([])
    expect(thirdPartyPackages.length).toBeGreaterThan(500)
  })

  it('contains no deprecated package, and no install script that package.json does not name', () => {
    const deprecated = thirdPartyPackages.filter(([, entry]) => entry.deprecated !== undefined)
    expect(deprecated.map(([path]) => path)).toEqual([])
    const withScript = thirdPartyPackages.filter(([, entry]) => entry.hasInstallScript)
    const names = withScript.map(([path]) => path.replace(/^.*node_modules\//, ''))
    const { allowScripts } = readJson('package.json')
    expect(names.filter((name) => !(name in allowScripts))).toEqual([])
  })

  it('contains every optional package for every system, because npm ci rejects a lockfile with a gap', () => {
    const packageNames = new Set(installedPackages.map(([path]) => path.replace(/^.*node_modules\//, '')))
    const gaps = lockedPackages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !packageNames.has(name))
        .map((name) => `${path} → ${name}`),
    )
    expect(gaps).toEqual([])
  })

  /** The licences of packages that the product contains. */
  const shipped = [
    'MIT',
    'MIT-0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'ISC',
    '0BSD',
    'Apache-2.0',
    'PostgreSQL',
    'Unlicense',
    'OFL-1.1',
  ]
  const buildOnly = [
    ...shipped,
    'MPL-2.0',
    'CC-BY-3.0',
    'CC-BY-4.0',
    'CC0-1.0',
    'BlueOak-1.0.0',
    'Python-2.0',
    'Zlib',
  ]
  /** Packages that name their licence only in the README or in a licence file. */
  const inText: Record<string, string> = {
    'node_modules/humanize-number': 'MIT',
    'node_modules/png-js': 'MIT',
  }
  const licenceOf = (path: string): string => {
    const { license, licenses } = readJson(join(path, 'package.json'))
    return license ?? licenses?.[0]?.type ?? inText[path] ?? 'none' // `licenses` was npm's field until 2014.
  }

  it('ships and builds with permitted licences only', () => {
    const otherLicences = installedPackages.filter(([path, { license, link, dev, devOptional }]) => {
      if (link || !existsSync(join(root, path))) return false // npm installs some packages only on other systems.
      // glob, which @fastify/static needs, has the licence BlueOak-1.0.0 (docs/decisions/0004).
      const allowed = dev || devOptional ? buildOnly : [...shipped, 'BlueOak-1.0.0']
      const names = (license ?? licenceOf(path)).replace(/[()]/g, '').split(' AND ')
      return !names.every((alternatives: string) =>
        alternatives.split(' OR ').some((name) => allowed.includes(name)),
      )
    })
    expect(otherLicences.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
  })
})

describe('package.json files', () => {
  it.each(workspaces)('of %s pin exact versions', (workspace) => {
    const { dependencies, devDependencies, optionalDependencies } = readJson(join(workspace, 'package.json'))
    for (const [name, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
    }
  })

  it('limit the direct runtime dependencies of the app', () => {
    const appDependencies = Object.keys(readJson('apps/web/package.json').dependencies)
    expect(appDependencies.filter((name) => !name.includes('capacitor')).length).toBeLessThanOrEqual(15)
  })

  it('limit the direct runtime dependencies of the server', () => {
    const direct = Object.keys(readJson('apps/server/package.json').dependencies)
    expect(direct.filter((name) => !name.startsWith('@apoderados/')).length).toBeLessThanOrEqual(25)
  })

  it('have the same version', () => {
    expect(
      new Set(workspaces.map((workspace) => readJson(join(workspace, 'package.json')).version)).size,
    ).toBe(1)
  })
})

describe('the test run', () => {
  it('has a Vitest project for every folder that holds unit tests', () => {
    const { stdout } = spawnSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], {
      cwd: root,
      encoding: 'utf8',
    })
    const folders = new Set(
      stdout
        .trim()
        .split('\n')
        .map((path) => /^(?:(?:packages|apps)\/[^/]+|[^/]+)/.exec(path)?.[0]),
    )
    const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8')
    const missing = [...folders].filter((folder) => !new RegExp(`'\\./${folder}['/]`).test(config))
    expect(folders.size).toBeGreaterThan(5)
    expect(missing).toEqual([])
  })
})

describe('the documents', () => {
  it.each([
    ['docs/security.md', 'R[0-9]+'],
    ['docs/spec.md', '§[0-9]'],
  ])('%s contains what the code cites of it', (path, pattern) => {
    const { stdout } = spawnSync(
      'git',
      ['grep', '-hoE', `(\\(|, |rule |spec )${pattern}\\b`, '--', '*.ts', '*.tsx'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    const cited = new Set(stdout.match(new RegExp(pattern, 'g')))
    const text = readFileSync(join(root, path), 'utf8')
    expect(cited.size).toBeGreaterThan(5)
    expect([...cited].filter((name) => !new RegExp(`${name}\\b`).test(text))).toEqual([])
  })
})
