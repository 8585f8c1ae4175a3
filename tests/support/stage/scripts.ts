import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stopSignal, throwIfAborted } from '../suite.ts'
import { isInstalled } from './installed.ts'

const root = join(import.meta.dirname, '../../..')
/** The length of 'reliability/pointInTime', the longest name without arguments. */
const NAME_WIDTH = 23

/** `needs` lists programs that are not npm packages. */
export type Script = { script: string; args?: string[]; needs?: string[] }
type ScriptResult = { name: string; message: string; isGood: boolean }

/** Finds an npm script: 'security/auth' is the script `auth` of tests/security; 'test' is a script of the root. */
function findScript(name: string): { exists: boolean; args: string[] } {
  const [folder, script = name] = name.includes('/') ? name.split('/') : []
  const path = folder === undefined ? 'package.json' : `tests/${folder}/package.json`
  const { scripts = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'))
  const args = folder === undefined ? [script] : [script, '-w', `tests/${folder}`]
  return { exists: script in scripts, args }
}

async function runScript({ script, args = [], needs = [] }: Script): Promise<ScriptResult> {
  const name = [script, ...args].join(' ')
  const { exists, args: command } = findScript(script)
  if (!exists) return { name, message: 'is not there yet', isGood: false }
  const missing = needs.filter((program) => !isInstalled(program))
  if (missing.length > 0) {
    return {
      name,
      message: `lacks ${missing.join(', ')}: apt-get install ${missing.join(' ')}`,
      isGood: false,
    }
  }
  console.log(`\n› npm run ${[...command, ...(args.length > 0 ? ['--', ...args] : [])].join(' ')}`)
  const start = performance.now()
  const child = spawn('npm', ['run', '--silent', ...command, '--', ...args], { cwd: root, stdio: 'inherit' })
  const stop = () => child.kill('SIGTERM')
  stopSignal.addEventListener('abort', stop)
  const [status] = await once(child, 'close')
  stopSignal.removeEventListener('abort', stop)
  throwIfAborted()
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  return { name, message: `${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`, isGood: status === 0 }
}

/** Runs scripts one after the other, because most need an idle machine, and prints a line for each at the end. */
export async function runScripts(name: string, scripts: Script[]): Promise<boolean> {
  const outcomes: ScriptResult[] = []
  for (const script of scripts) outcomes.push(await runScript(script))
  console.log('')
  for (const { name, message, isGood } of outcomes)
    console.log(`${isGood ? '·' : '✗'} ${name.padEnd(NAME_WIDTH)} ${message}`)
  const good = outcomes.filter(({ isGood }) => isGood).length
  console.log(`${name}: ${good} of ${outcomes.length} suites passed`)
  return good === outcomes.length && good > 0
}
