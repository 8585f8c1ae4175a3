import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { useServer } from '../testing/testServer.ts'
import { openOutput } from './standardOutput.ts'

const server = useServer()

describe('the log on standard output', () => {
  it.runIf(process.platform === 'linux')('loses only lines when the disk is full', async () => {
    const full = openSync('/dev/full', 'w')
    const { services } = server()
    const settings = { trustProxy: [], corsOrigins: [], logLevel: 'info' }
    const { app } = await createApp(services, settings, { log: openOutput(full) })
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    await app.close()
    await immediate() // Output is written at the end of a turn of the event loop: the last lines precede the close.
    closeSync(full)
  })

  it.runIf(process.platform === 'linux')('waits for a slow reader, line by line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'apoderados-output-'))
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    const pipe = openSync(path, 'r+') // Opened for reading and writing, so that opening does not wait.
    const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    const output = openOutput(writer)
    const lines = Array.from({ length: 2_000 }, (_, index) => `${index} ${'ñ'.repeat(20)}\n`)
    for (const line of lines) output.write(line)
    const all = Buffer.from(lines.join(''))
    const read = Buffer.alloc(all.length)
    let length = 0
    while (length < all.length) {
      await sleep(30) // Lets the writer run.
      length += readSync(pipe, read, length, all.length - length, null)
    }
    expect(read.equals(all)).toBe(true)
    for (const fd of [pipe, writer]) closeSync(fd)
    rmSync(folder, { recursive: true })
  })

  it.each([
    ['the end of the process', 'process.exit(3)'],
    ['an uncaught error', "throw new Error('boom')"],
  ])('loses no line at %s', (_, end) => {
    const code = `import { openOutput } from ${JSON.stringify(new URL('./standardOutput.ts', import.meta.url).href)}
      const output = openOutput()
      output.write('uno\\n')
      output.write('dos\\n')
      ${end}`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      encoding: 'utf8',
    })
    expect(stdout).toBe('uno\ndos\n')
  })
})
