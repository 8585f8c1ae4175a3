import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createScan } from './scanner.ts'

const scannerFolder = mkdtempSync(join(tmpdir(), 'apoderados-scan-'))
const scannerProgram = join(scannerFolder, 'scanner.mjs')
writeFileSync(
  scannerProgram,
  `let text = ''
  for await (const chunk of process.stdin) text += chunk
  process.exitCode = process.argv[2] === 'roto' ? 2 : text.includes('virus') ? 1 : 0`,
)
afterAll(() => rmSync(scannerFolder, { recursive: true }))
const scan = createScan(`${process.execPath} ${scannerProgram}`)

describe('the virus scanner', () => {
  it('receives the content of each file', async () => {
    expect(await scan('pauta.pdf', Buffer.from('limpio'))).toBeUndefined()
    expect(await scan('pauta.pdf', Buffer.from('un virus'))).toEqual({
      file: 'pauta.pdf',
      message: 'el antivirus lo rechaza',
      expected: 'el archivo sin virus',
    })
  })

  it.each([
    [`${process.execPath} ${scannerProgram} roto`, 'terminó con 2'],
    [join(scannerFolder, 'no-existe'), 'no existe'],
  ])('stops the import if it fails: %#', async (command, why) => {
    await expect(createScan(command)('pauta.pdf', Buffer.from('limpio'))).rejects.toThrow(
      new RegExp(`El antivirus no revisó los archivos \\(.+: ${why}\\)\\. No se guardó nada`),
    )
  })

  it('is started without a shell, which would interpret its arguments', async () => {
    await expect(
      createScan(`${scannerFolder}/a;touch ${scannerFolder}/hecho`)('a.pdf', Buffer.from('')),
    ).rejects.toThrow()
  })

  it('is optional', async () => {
    expect(await createScan(undefined)('pauta.pdf', Buffer.from('un virus'))).toBeUndefined()
  })
})
