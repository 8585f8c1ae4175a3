/** Builds the app for phones, which calls the API at API_ORIGIN, and copies it into the Android and iOS projects. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const { API_ORIGIN = '' } = process.env

/** True if API_ORIGIN has no path and no trailing slash. It must also be HTTPS: phones refuse unencrypted HTTP. */
const isOrigin = URL.canParse(API_ORIGIN) && new URL(API_ORIGIN).origin === API_ORIGIN
if (!isOrigin || !API_ORIGIN.startsWith('https://')) {
  console.error(
    'API_ORIGIN must say where the API is, such as API_ORIGIN=https://app.example.com npm run native',
  )
  process.exit(1)
}

function runNode(folder: string, args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: join(root, folder), stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

runNode('.', ['scripts/build.ts'])
runNode('apps/web', [
  join(root, 'node_modules/@capacitor/cli/bin/capacitor'),
  'sync',
  ...process.argv.slice(2),
])
