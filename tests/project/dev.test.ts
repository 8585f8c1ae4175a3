// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../..')

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return String(port)
}

it('the development start prints the addresses of the app and the console', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'apoderados-dev-'))
  chmodSync(DATA_DIR, 0o711)
  const [PORT, appPort, officePort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const dev = spawn(
    process.execPath,
    [
      '--import',
      join(root, 'scripts/preload.js'),
      join(root, 'scripts/dev.ts'),
      '--port',
      appPort,
      '--office-port',
      officePort,
    ],
    { env: { PATH: process.env.PATH, NO_COLOR: '1', DATA_DIR, PORT }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(dev, 'close')
  onTestFinished(async () => {
    dev.kill('SIGTERM')
    await ended
  })
  let output = ''
  dev.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  await expect.poll(() => output).toMatch(/Local: +http.*Local: +http/s)
  await expect.poll(() => output).toContain('Next, with data of your own')
  const addresses = output.matchAll(/https?:\/\/[\w.:]+/g)
  const pages = [appPort, officePort].map((port) => `http://localhost:${port}`)
  expect(new Set(Array.from(addresses, String))).toEqual(new Set(pages))
  const health = await fetch(`http://localhost:${appPort}/healthz`)
  expect(health.status).toBe(200)
  const me = await fetch(`http://localhost:${officePort}/api/v1/office/me`)
  expect(me.status).toBe(401)
})
