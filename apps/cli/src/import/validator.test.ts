// @module-tag long
import { execFile } from 'node:child_process'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  clusterPid,
  NODE_OPTIONS,
  programEnvironment,
  setupServerProcesses,
} from '@apoderados/testing/serverProcess'
import { describe, expect, it } from 'vitest'
import { setupFolders } from '../testing/folders.ts'

const { newFolder: newDataDir } = setupServerProcesses()
const newFolder = setupFolders()
const programPath = join(import.meta.dirname, '../import.ts')
const sampleFolder = join(import.meta.dirname, '../../../../docs/oneroster-sample')

/** Runs the import as a vendor does: without a school, and with a new embedded database in DATA_DIR. */
const validate = (DATA_DIR: string, ...args: string[]) =>
  new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    execFile(
      process.execPath,
      [...NODE_OPTIONS, programPath, ...args],
      { env: { ...programEnvironment(), DATA_DIR } },
      (error, output, errors) => resolve({ code: Number(error?.code ?? 0), output, errors }),
    )
  })

describe('the dry run in an empty folder', () => {
  it('validates an export without a school: the exit code and a list report its problems', async () => {
    const [dataDir, folder] = [await newDataDir(), await newFolder()]
    const problems = join(folder, 'problemas.csv')
    const good = await validate(dataDir, sampleFolder, '--errors', problems)
    expect(good).toMatchObject({ code: 0, errors: '' })
    expect(good.output).toMatch(/^matrículas +7 +0 +0 +0$/m)
    expect((await readFile(problems, 'utf8')).trimEnd().split('\r\n')).toHaveLength(1)

    await cp(sampleFolder, join(folder, 'export'), { recursive: true })
    const users = join(folder, 'export/users.csv')
    await writeFile(users, (await readFile(users, 'utf8')).replace('40100001-1', '40100001-2'))
    const bad = await validate(dataDir, join(folder, 'export'), '--errors', problems)
    expect(bad).toMatchObject({ code: 1, errors: '' })
    expect((await readFile(problems, 'utf8')).trimEnd().split('\r\n').slice(1)).toEqual([
      '"error";"users.csv";"9";"";"identifier";"el dígito verificador no corresponde";"1"',
    ])

    expect((await validate(dataDir, '--no-such-option')).code).toBe(2)
    expect(await clusterPid(dataDir)).toBeUndefined()
    expect(await readdir(join(dataDir, 'files'))).toEqual([])
  })
})
