/**
 * Runs the server on PORT (3000) and the app on http://localhost:5173. After a change the server restarts or the app
 * reloads. Only the app's address is printed. `--port` sets another port for the app.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { port: { type: 'string', default: '5173' } } })
const root = join(import.meta.dirname, '..')
const environment = { ...process.env, PUBLIC_URL: `http://localhost:${values.port}` }
const runNode = (args: string[], output: 'inherit' | 'pipe') =>
  spawn(process.execPath, args, { cwd: root, env: environment, stdio: ['inherit', output, 'inherit'] })

/** The workspaces whose changes restart the server. */
const serverSources = ['apps/server', 'packages/contract', 'packages/core', 'packages/school-data']
const watchOptions = serverSources.map((workspace) => `--watch-path=${workspace}/src`)
const serverProcess = runNode([...watchOptions, 'apps/server/src/main.ts'], 'pipe')
const viteProcess = runNode(
  ['node_modules/vite/bin/vite.js', 'apps/web', '--port', values.port, '--strictPort'],
  'inherit',
)
if (serverProcess.stdout) {
  // The server's own address is not printed: a page that is opened there would not reload. The app does not need it,
  // because Vite forwards API calls to the server.
  const isOwnAddress = (line: string) => line.startsWith('Apoderados is listening on ')
  createInterface(serverProcess.stdout).on('line', (line) => isOwnAddress(line) || console.log(line))
}

const childProcesses = [serverProcess, viteProcess]
const killChildren = (signal: NodeJS.Signals) => {
  for (const child of childProcesses) child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, killChildren)
for (const child of childProcesses) child.on('exit', () => killChildren('SIGTERM'))
