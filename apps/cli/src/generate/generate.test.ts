import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NODE_OPTIONS, programEnvironment } from '@apoderados/testing/serverProcess'
import { afterAll, beforeAll, expect, it } from 'vitest'

const programPath = join(import.meta.dirname, '../generate.ts')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apoderados-generate-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the command as npm does: not in the folder where the user typed it, which npm passes in INIT_CWD. */
const runGenerate = (...args: string[]) =>
  new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    execFile(
      process.execPath,
      [...NODE_OPTIONS, programPath, ...args],
      { cwd: tmpdir(), env: { ...process.env, ...programEnvironment(), INIT_CWD: folder } },
      (error, output, errors) => resolve({ code: Number(error?.code ?? 0), output, errors }),
    )
  })

it('writes the set into a new folder and prints the number of rows', async () => {
  const { code, output, errors } = await runGenerate('--students', '12', '--to', 'nueva', '--year', '2026')
  expect(errors).toBe('')
  expect(code).toBe(0)
  expect(output).toMatch(/^alumnos\.csv +12 filas$/m)
  const made = join(folder, 'nueva')
  expect(output).toMatch(/^[\d.]+ filas de 1 colegio en /m)
  expect(output).toMatch(/^establecimientos\.csv +1 fila$/m)
  expect(output).toContain(` en ${made}: `)
  expect(await readdir(made)).toHaveLength(17)
})

it('does not overwrite existing files', async () => {
  const existingFolder = await mkdtemp(join(folder, 'llena-'))
  await writeFile(join(existingFolder, 'alumnos.csv'), 'los de verdad')
  const { code, errors } = await runGenerate('--students', '12', '--to', existingFolder)
  expect(errors).toContain(`la carpeta ${existingFolder} no está vacía`)
  expect(code).toBe(2)
  expect(await readdir(existingFolder)).toEqual(['alumnos.csv'])
})

it('prints its usage for unknown arguments', async () => {
  const { code, output, errors } = await runGenerate('--students', 'muchos')
  expect(errors).toContain('--students: «muchos» no sirve')
  expect(errors).toContain('Uso: npm run generate -- --students N')
  expect(output).toBe('')
  expect(code).toBe(2)
})
