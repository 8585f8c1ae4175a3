import { findChromium, installChromium } from '../../support/chromium.ts'
import { startMailServer } from './mailServer.ts'
import { makeDataDir, removeDataDir, runServer } from './runServer.ts'

/**
 * The real server with the demo school in a folder of its own, which mails through a real mail server. Tests find
 * it at E2E_URL, the mail server at E2E_SMTP_URL and the mails in E2E_MAIL_DIR.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  // Playwright undoes what it began when it is interrupted, and not when it is asked to end.
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
  return async () => {
    await server.stop()
    await mail.stop()
    removeDataDir(dataDir)
  }
}
