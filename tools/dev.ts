/** Both sides with hot reload: the server on PORT (3000), the app on http://localhost:5173. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const run = (...args: string[]) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })

const children = [
  run('--watch-path=apps/server/src', '--watch-path=packages/contract/src', 'apps/server/src/main.ts'),
  run('node_modules/vite/bin/vite.js', 'apps/web'),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
for (const child of children) {
  child.on('exit', () => {
    for (const other of children) other.kill('SIGTERM')
  })
}
