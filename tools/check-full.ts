/**
 * Every suite in the size that CI runs, one after the other, as most want the machine to themselves. `npm test` first:
 * sec:asvs reads its reports. `--only sec` for those whose name begins so.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isInstalled } from './stage/installed.ts'

const root = join(import.meta.dirname, '..')

/** `needs`: programs that no npm package brings, each of the Debian package of its name. */
type Suite = { script: string; needs?: string[] }
const suites: Suite[] = [
  { script: 'test' },
  { script: 'e2e' },
  { script: 'sec:static' },
  { script: 'sec:asvs' },
  { script: 'sec:authz' },
  { script: 'sec:fuzz' },
  { script: 'sec:auth' },
  { script: 'sec:mutants' },
  { script: 'sec:web', needs: ['sqlmap', 'wapiti'] },
  { script: 'rel:import' },
  { script: 'rel:cluster' },
  { script: 'rel:crash', needs: ['strace'] },
  { script: 'rel:load', needs: ['slowhttptest'] },
  { script: 'rel:faults', needs: ['faketime'] },
  { script: 'bench:api' },
  { script: 'rel:client' },
  { script: 'bench:web' },
]

type Outcome = { script: string; told: string; isGood: boolean }
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

async function run({ script, needs = [] }: Suite): Promise<Outcome> {
  if (!(script in scripts)) return { script, told: 'is not there yet', isGood: false }
  const missing = needs.filter((program) => !isInstalled(program))
  if (missing.length > 0) {
    return {
      script,
      told: `lacks ${missing.join(', ')}: apt-get install ${missing.join(' ')}`,
      isGood: false,
    }
  }
  console.log(`\n› npm run ${script}`)
  const start = performance.now()
  const child = spawn('npm', ['run', '--silent', script], { cwd: root, stdio: 'inherit' })
  const [status] = await once(child, 'close')
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  return { script, told: `${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`, isGood: status === 0 }
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const outcomes: Outcome[] = []
for (const suite of suites.filter(({ script }) => script.startsWith(values.only)))
  outcomes.push(await run(suite))
console.log('')
for (const { script, told, isGood } of outcomes)
  console.log(`${isGood ? '·' : '✗'} ${script.padEnd(12)} ${told}`)
const good = outcomes.filter(({ isGood }) => isGood).length
console.log(`check:full: ${good} of ${outcomes.length} suites passed`)
process.exitCode = good === outcomes.length ? 0 : 1
