/**
 * Static checks (P16, R36): secrets in the tree, the git history and the built app; the cost of each regular
 * expression; licences and lockfile; the bill of materials; Biome's security rules; and the registry's signatures,
 * which are reported as not checked without a network.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from '../support/stage/programs.ts'
import { runSuite, throwIfAborted } from '../support/suite.ts'
import { faultsOfBom, readBom } from './static/bom.ts'
import { dangerOf, type Regex, regexesIn } from './static/regexes.ts'
import { type ScannedText, secretsIn, textsOfHistory, textsOfTree } from './static/secrets.ts'
import { type CheckResult, judgeSignatures } from './static/signatures.ts'

process.chdir(join(import.meta.dirname, '../..'))
const builtAppFolder = 'apps/web/dist'

const SIGNATURES_TIMEOUT_MS = 120_000

/**
 * The length of the longest text that the regular expressions of a workspace receive: in apps/cli the cell of a sheet,
 * otherwise the body of a request.
 */
const MAX_CHARACTERS: Record<string, number> = { 'apps/cli': 32_767, default: 16_384 }
/** Regular expressions that receive only shorter texts, with the maximum length and the reason. */
const SHORTER_INPUTS: Record<string, { characters: number; reason: string }> = {
  '\\d{8}.*[/,;yo].*\\d{8}': {
    characters: 60,
    reason: 'PHONE_CELL_LENGTH_MAX in contactCell.ts is asked before it',
  },
  '<meta[^>]+charset\\s*=\\s*["\']?\\s*([\\w-]+)': {
    characters: 4_096,
    reason: 'of a page its head is read',
  },
}

type Check = { name: string; run: () => Promise<CheckResult> }

async function findSecrets(texts: ScannedText[]) {
  const found: string[] = []
  for (const text of texts) found.push(...(await secretsIn(text)))
  return { detail: `${texts.length} texts`, faults: found }
}

async function checkRegexes() {
  const sources = globSync(['{apps,packages}/*/src/**/*.{ts,tsx}', 'apps/web/public/**/*.js']).filter(
    (path) => !/\.test\.|\/testing\//.test(path),
  )
  const found = new Map<string, Regex>()
  const unresolved: string[] = []
  for (const path of sources) {
    const inFile = regexesIn(path)
    for (const regex of inFile.regexes) found.set(`/${regex.source}/${regex.flags}`, regex)
    if (inFile.unresolved > 0) unresolved.push(path)
  }
  const faults: string[] = []
  for (const regex of found.values()) {
    throwIfAborted()
    const workspace = regex.path.split('/').slice(0, 2).join('/')
    const maxLength = MAX_CHARACTERS[workspace] ?? (MAX_CHARACTERS.default as number)
    const danger = await dangerOf(regex, SHORTER_INPUTS[regex.source]?.characters ?? maxLength)
    if (danger) faults.push(`${regex.path} /${regex.source}/${regex.flags}: ${danger}`)
  }
  const unresolvedNote =
    unresolved.length > 0 ? ` (not those that are built at run time, in ${unresolved.join(', ')})` : ''
  return { detail: `${found.size} expressions of ${sources.length} sources${unresolvedNote}`, faults }
}

async function runScript(name: string, args: string[]) {
  const { child, output } = await runToEnd(process.execPath, args)
  return { detail: name, faults: child.exitCode === 0 ? [] : [output().slice(-2_000)] }
}

/**
 * Checks the files that a visitor can fetch: they must not contain source code, the project's documentation, passwords
 * or paths of the build machine.
 */
async function checkBuiltApp() {
  if (!existsSync(join(builtAppFolder, 'index.html')))
    return { detail: '', faults: [`${builtAppFolder} is not built: npm run build`] }
  const paths = globSync('**/*', { cwd: builtAppFolder, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const texts = paths
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\.(br|gz|woff2|png|ico|webp)$/.test(path))
    .map((path) => ({ path, content: readFileSync(path, 'utf8') }))
  const found = await findSecrets(texts)
  const names = paths.filter(({ name }) =>
    /\.map(\.br|\.gz)?$|openapi|\.md$|\.ts$|^\.(?!well-known)/.test(name),
  )
  const withPrivateText = texts.filter(({ content }) =>
    /sourceMappingURL|demo1234|apoderad[ao]@example\.com|file:\/\/\/|\/home\/\w|node_modules\//.test(content),
  )
  return {
    detail: `${paths.length} files, ${texts.length} of them texts`,
    faults: [
      ...found.faults,
      ...names.map(({ name }) => `${name} has no place there`),
      ...withPrivateText.map(({ path }) => `${path} contains private text`),
    ],
  }
}

async function checkSignatures(): Promise<CheckResult> {
  // `npm run --silent` sets a log level that hides npm's errors.
  const args = ['audit', 'signatures', '--loglevel=error', '--fetch-retries=1']
  const { child, output } = await runToEnd('npm', args, { timeout: SIGNATURES_TIMEOUT_MS })
  return judgeSignatures({ status: child.exitCode, output: output() })
}

const checks: Check[] = [
  { name: 'secrets in the tree', run: () => findSecrets(textsOfTree()) },
  { name: 'secrets in the history', run: () => findSecrets(textsOfHistory()) },
  { name: 'the built app', run: checkBuiltApp },
  { name: 'regular expressions', run: checkRegexes },
  {
    name: 'lockfile and licences',
    run: async () =>
      runScript('as tests/project/workspace.test.ts has them', [
        'node_modules/vitest/vitest.mjs',
        ...['run', '--project', 'tests', 'tests/project/workspace.test.ts'],
      ]),
  },
  {
    name: 'security rules of Biome',
    run: async () =>
      runScript('no finding in any source', [
        'node_modules/@biomejs/biome/bin/biome',
        ...['lint', '--only=security', '--error-on-warnings', '.'],
      ]),
  },
  {
    name: 'bill of materials',
    run: async () => {
      const bom = readBom()
      return {
        detail: `${bom.components.length} components, CycloneDX ${bom.specVersion}`,
        faults: faultsOfBom(bom),
      }
    },
  },
  { name: 'signatures of packages', run: checkSignatures },
]

await runSuite('security/static', async () => {
  execFileSync('git', ['rev-parse', '--git-dir'], { stdio: 'ignore' })
  let faults = 0
  const unchecked: string[] = []
  for (const { name, run } of checks) {
    throwIfAborted()
    const { detail, faults: found, isChecked = true } = await run()
    faults += found.length
    if (!isChecked) unchecked.push(name)
    const sign = found.length > 0 ? '✗' : isChecked ? '·' : '?'
    console.log(`${sign} ${name}: ${detail}${isChecked ? `, ${found.length} faults` : ''}`)
    for (const fault of found) console.log(`    ${fault}`)
  }
  const uncheckedNote = unchecked.length > 0 ? `; NOT CHECKED: ${unchecked.join(', ')}` : ''
  const count = checks.length - unchecked.length
  console.log(
    `security/static ${faults === 0 ? 'passed' : 'FAILED'}: ${faults} faults in ${count} checks${uncheckedNote}`,
  )
  return faults === 0
})
