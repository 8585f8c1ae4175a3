import { findChromium, installChromium } from '../../support/chromium.ts'
import { startMailServer } from './mailServer.ts'
import { makeDataDir, removeDataDir, runServer } from './runServer.ts'

/**
 * Starts the real server with the demo school in a new folder, and a real mail server. Tests find the server at
 * E2E_URL, its console at E2E_OFFICE_URL, the mail server at E2E_SMTP_URL and the mails in E2E_MAIL_DIR.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  // Playwright runs its teardown on SIGINT but not on SIGTERM.
  process.once('SIGTERM', () => process.kill(process.pid, 'SIGINT'))
  if (!findChromium()) installChromium()
  const dataDir = makeDataDir()
  const mail = await startMailServer()
  process.env.E2E_MAIL_DIR = mail.folder
  process.env.E2E_SMTP_URL = mail.url
  const server = await runServer({
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Apoderados <no-responder@example.com>',
  })
  process.env.E2E_URL = server.url
  process.env.E2E_OFFICE_URL = server.officeUrl
  return async () => {
    await server.stop()
    await mail.stop()
    removeDataDir(dataDir)
  }
}
