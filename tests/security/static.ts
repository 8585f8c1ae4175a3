/**
 * Static checks (P16, R36): secrets in the tree, the git history and the built app; the cost of each regular
 * expression; and the registry's signatures of the installed packages, unless npm cannot reach the keys.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from '@apoderados/tests-support/environment/programs.ts'
import { runSuite, throwIfAborted } from '../support/suite.ts'
import { checkRegexes } from './static/regexes.ts'
import { type ScannedText, secretsIn, textsOfHistory, textsOfTree } from './static/secrets.ts'

process.chdir(join(import.meta.dirname, '../..'))
const builtAppFolder = 'apps/web/dist'
const UNREACHABLE = /\b(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH)\b|from a supported registry/

type CheckResult = { detail: string; faults: string[] }

async function findSecrets(texts: ScannedText[]): Promise<CheckResult> {
  const faults: string[] = []
  for (const text of texts) faults.push(...(await secretsIn(text)))
  return { detail: `${texts.length} texts`, faults }
}

/** Checks what a visitor can fetch: no sources, documents, passwords or paths of the build machine. */
async function checkBuiltApp(): Promise<CheckResult> {
  if (!existsSync(builtAppFolder))
    return { detail: '', faults: [`${builtAppFolder} is missing: npm run build`] }
  const files = globSync('**/*', { cwd: builtAppFolder, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const texts = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\.(br|gz|woff2|png|ico|webp)$/.test(path))
    .map((path) => ({ path, content: readFileSync(path, 'utf8') }))
  const names = files.filter(({ name }) =>
    /\.map(\.br|\.gz)?$|openapi|\.md$|\.ts$|^\.(?!well-known)/.test(name),
  )
  const isPrivate =
    /sourceMappingURL|demo1234|apoderad[ao]@example\.com|file:\/\/\/|\/home\/\w|node_modules\//
  return {
    detail: `${files.length} files, ${texts.length} of them texts`,
    faults: [
      ...(await findSecrets(texts)).faults,
      ...names.map(({ name }) => `${name} does not belong there`),
      ...texts.filter(({ content }) => isPrivate.test(content)).map(({ path }) => `${path} has private text`),
    ],
  }
}

async function checkSignatures(): Promise<CheckResult> {
  // `npm run --silent` sets a log level that hides npm's errors.
  const args = ['audit', 'signatures', '--loglevel=error', '--fetch-retries=1']
  const { child, output } = await runToEnd('npm', args, { timeout: 120_000 })
  if (child.exitCode === 0) return { detail: 'verified', faults: [] }
  const isUnreachable = child.exitCode === null || UNREACHABLE.test(output())
  return isUnreachable
    ? { detail: 'NOT CHECKED, npm cannot reach the keys', faults: [] }
    : { detail: '', faults: [output().slice(-2_000)] }
}

const checks: [name: string, run: () => Promise<CheckResult>][] = [
  ['secrets in the tree', () => findSecrets(textsOfTree())],
  ['secrets in the history', () => findSecrets(textsOfHistory())],
  ['the built app', checkBuiltApp],
  ['regular expressions', checkRegexes],
  ['signatures of packages', checkSignatures],
]

await runSuite('security/static', async () => {
  let faultCount = 0
  for (const [name, run] of checks) {
    throwIfAborted()
    const { detail, faults } = await run()
    faultCount += faults.length
    console.log(`${faults.length > 0 ? '✗' : '·'} ${name}: ${detail}, ${faults.length} faults`)
    for (const fault of faults) console.log(`    ${fault}`)
  }
  console.log(`security/static ${faultCount === 0 ? 'passed' : 'FAILED'}: ${faultCount} faults`)
  return faultCount === 0
})
