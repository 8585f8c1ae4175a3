/**
 * Runs the server on PORT (3000), the app on http://localhost:5173 and the console on http://localhost:5174. After a change
 * the server restarts or the page reloads. Only the addresses of the pages are printed. `--port` and `--office-port` set
 * other ports for them.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '5173' }, 'office-port': { type: 'string', default: '5174' } },
})
const root = join(import.meta.dirname, '..')
const environment = {
  ...process.env,
  PUBLIC_URL: `http://localhost:${values.port}`,
  OFFICE_PUBLIC_URL: `http://localhost:${values['office-port']}`,
}
const runNode = (args: string[], output: 'inherit' | 'pipe') =>
  spawn(process.execPath, args, { cwd: root, env: environment, stdio: ['inherit', output, 'inherit'] })

/** The workspaces whose changes restart the server. */
const serverSources = ['apps/server', 'packages/contract', 'packages/core', 'packages/school-data']
const watchOptions = serverSources.map((workspace) => `--watch-path=${workspace}/src`)
const serverProcess = runNode([...watchOptions, 'apps/server/src/main.ts'], 'pipe')
const runVite = (app: string, port: string) =>
  runNode(['node_modules/vite/bin/vite.js', app, '--port', port, '--strictPort'], 'inherit')
const viteProcesses = [runVite('apps/web', values.port), runVite('apps/office', values['office-port'])]
if (serverProcess.stdout) {
  // The server's own address is not printed: a page that is opened there would not reload. The app does not need it,
  // because Vite forwards API calls to the server.
  const isOwnAddress = (line: string) => line.startsWith('Apoderados is listening on ')
  createInterface(serverProcess.stdout).on('line', (line) => isOwnAddress(line) || console.log(line))
}

const childProcesses = [serverProcess, ...viteProcesses]
const killChildren = (signal: NodeJS.Signals) => {
  for (const child of childProcesses) child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, killChildren)
for (const child of childProcesses) child.on('exit', () => killChildren('SIGTERM'))
