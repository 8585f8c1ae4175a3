import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, installChromium } from '../tools/chromium.ts'
import { startMailServer } from './mailServer.ts'

/**
 * The real server with the demo school in a folder of its own, which mails through a real mail server. Tests find
 * it at E2E_URL and the mails in E2E_MAIL_DIR.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  if (!findChromium()) installChromium()
  const dataDir = mkdtempSync(join(tmpdir(), 'apoderados-e2e-'))
  chmodSync(dataDir, 0o711) // PostgreSQL's user passes through when we are root
  const mail = await startMailServer()
  process.env.E2E_MAIL_DIR = mail.folder
  const server = spawn(process.execPath, [join(import.meta.dirname, '../apps/server/src/main.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Apoderados <no-responder@example.com>',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.env.E2E_URL = await new Promise<string>((resolve, reject) => {
    let output = ''
    server.stdout.on('data', (chunk) => {
      output += chunk
      const url = /listening on (\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    })
    server.once('exit', () => reject(new Error('The server did not start')))
  })
  return async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
    await mail.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
