import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClient } from '@apoderados/testing/client'
import { setupServer } from '@apoderados/testing/testServer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stageDelivery } from './delivery.ts'
import { saveProblems } from './saveProblems.ts'

const server = setupServer()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apoderados-problems-'))
})
afterAll(() => rm(folder, { recursive: true }))

const badFiles: Record<string, string> = {
  'notas.csv': 'evaluacion;run_alumno;nota;concepto\nMAT-1;40100001;05-abr;\nMAT-1;40100001;9,9;\n',
  'atrasos.csv': 'run_alumno;fecha_hora;estado;observacion\n40100001;45-11-2026 08:17;registrado;\n',
  'vinculos.csv': 'run_alumno;doc_apoderado;parentesco\n40100001;1;mamita\n',
  'alumnos.csv': 'nombre;apellido\nAna;Soto\n',
  'vacio.csv': '',
  'libro.xlsx': 'esto no es un libro',
  'fotos/40100001.jpg': 'esto no es una foto',
}

it('the console shows each problem of a bad file in the words of the command', async () => {
  await mkdir(join(folder, 'fotos'))
  for (const [name, text] of Object.entries(badFiles)) await writeFile(join(folder, name), text)
  const query = async (text: string) => (await server().db.$client.query(text)).rows
  const [load] = await query(
    `insert into loads (establishment_id) select min(id) from establishments
    returning establishment_id::float8, id::float8 as load_id`,
  )
  await withClient(server().url, async (client) => {
    const scope = {
      paths: [folder],
      rbd: '90002-8',
      year: null,
      complete: new Set<never>(),
      scanCommand: undefined,
    }
    const delivered = await stageDelivery(client, scope, () => () => {})
    await saveProblems(client, load, delivered)
    // What the command prints and writes into its list.
    const { rows: printed } = await client.query(
      `select ($1::text[])[file + 1] as file, line, "column", message, expected, is_warning
      from (select *, false as is_warning from problems union all select *, true from warnings) found`,
      [delivered.staged.files],
    )
    await delivered.close()
    const saved = await query('select file, line, "column", message, expected, is_warning from load_problems')
    const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted()
    expect(sorted(saved)).toEqual(sorted(printed))
    const faulty = new Set(saved.map(({ file }) => file.split(' › ')[0]))
    for (const name of Object.keys(badFiles)) expect([...faulty].join()).toContain(name.split('/').pop())
  })
})
