/**
 * Runs `npm test`, the tests tagged `long`, every browser test and every suite of tests/ but the import's benchmark, one after the other, because
 * most of them measure and need an idle machine. `--only sec` runs those whose names begin with `sec`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const folders = ['security', 'reliability', 'performance']

/** Names such as 'security/auth': the script `auth` of the workspace tests/security. */
const suites = folders.flatMap((folder) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'tests', folder, 'package.json'), 'utf8'))
  return Object.keys(scripts).map((script) => `${folder}/${script}`)
})

function run(name: string): boolean {
  const [folder = '', script] = name.split('/')
  const args = script === undefined ? [folder] : [script, '-w', `tests/${folder}`]
  console.log(`\n› npm run ${args.join(' ')}`)
  return spawnSync('npm', ['run', '--silent', ...args], { cwd: root, stdio: 'inherit' }).status === 0
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const selected = ['test', 'long', 'e2e', ...suites].filter(
  (name) => name.startsWith(values.only) && name !== 'performance/import',
)
const failed = selected.filter((name) => !run(name))
console.log(
  `\n${selected.length - failed.length} of ${selected.length} passed; failed: ${failed.join(', ') || 'none'}`,
)
process.exitCode = failed.length === 0 && selected.length > 0 ? 0 : 1
