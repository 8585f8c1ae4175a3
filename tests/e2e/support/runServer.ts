import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const root = join(import.meta.dirname, '../../..')
const preloadOptions = ['--import', join(root, 'scripts/preload.js')]
/** The server with time limits that a busy machine does not exceed. */
const serverProgram = join(root, 'packages/testing/src/serverProgram.ts')

/** Makes a data folder for one server; PostgreSQL's own user can enter it when this process runs as root. */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'apoderados-e2e-'))
  chmodSync(dataDir, 0o711)
  return dataDir
}

export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true })

/** Runs the real server on a free port; `environment` names its data folder in DATA_DIR. */
export async function runServer(environment: Record<string, string>) {
  const server = spawn(process.execPath, [...preloadOptions, serverProgram], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url, officeUrl] = await new Promise<string[]>((resolve, reject) => {
    let output = ''
    server.stdout.on('data', (chunk) => {
      output += chunk
      // The addresses of the app and of the console are printed before this line.
      if (output.includes('Ctrl-C'))
        resolve(Array.from(output.matchAll(/listening on (\S+)/g), ([, address = '']) => address))
    })
    server.once('exit', () => reject(new Error('The server did not start')))
  })
  return {
    url: url ?? '',
    officeUrl: officeUrl ?? '',
    async stop() {
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

/** Runs an operator's command as `npm run <entry>` does and returns its output. @throws if the command fails */
export async function runCommand(
  entry: 'import' | 'admin',
  args: string[],
  environment: Record<string, string>,
): Promise<string> {
  const command = spawn(
    process.execPath,
    [...preloadOptions, join(root, `apps/cli/src/${entry}.ts`), ...args],
    {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = once(command, 'exit')
  const [output, errors] = await Promise.all([text(command.stdout), text(command.stderr)])
  const [code] = await ended
  if (code !== 0) throw new Error(`${entry} ${args.join(' ')} ended with ${code}:\n${output}${errors}`)
  return output
}
