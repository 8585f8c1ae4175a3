import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createWord } from '@apoderados/importer/attachments/testing/offices'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { schoolFolder, setupImportCommand } from '../testing/setupImportCommand.ts'

const { server, query, run, schoolWith, folder } = setupImportCommand()

describe('the import', () => {
  it('reports each problem with its position, all in one run, on the terminal and as CSV', async () => {
    const wrong = await schoolWith('notas.csv', (text) =>
      text.replace('LEN-1;40288001;6,2;', 'LEN-1;40288001;62;').replace('LEN-1;40288118', 'LEN-9;40288118'),
    )
    await writeFile(join(wrong, 'documentos/pauta-laboratorio.pdf'), '<html>')
    const { isDone, output } = await run(wrong, '--apply')
    expect(isDone).toBe(false)
    expect(output).toContain(
      'notas.csv, fila 3, columna «evaluacion»: no existe «LEN-9» (se esperaba el código de una evaluación del curso del estudiante)',
    )
    expect(output).toMatch(/^notas\.csv, fila 2, columna «nota»: .*6,2/m)
    expect(output).toMatch(/pauta-laboratorio\.pdf: .*no es un PDF/)
    expect(output).toMatch(/3 problemas: no se importa nada\. Lista: /)
    expect(await query('select 1 from establishments')).toEqual([])
    const path = join(folder(), 'errores.csv')
    const csv = await readFile(path, 'utf8')
    expect(csv).toMatch(/^\uFEFF"tipo";"archivo";"fila";"otras filas";"columna";"problema";"se esperaba"\r\n/)
    expect(csv).toContain('"error";"notas.csv";"3";"";"evaluacion";"no existe «LEN-9»"')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('stores no file of a folder with a document that has macros', async () => {
    const guide = 'documentos/guia.docx'
    const wrong = await schoolWith('agenda.csv', (text) =>
      text.replace('documentos/pauta-laboratorio.pdf', guide),
    )
    await writeFile(join(wrong, guide), createWord({ 'word/vbaProject.bin': 'x' }))
    const { isDone, output } = await run(wrong, '--apply')
    expect(isDone).toBe(false)
    expect(output).toContain('documentos/guia.docx: contiene macros')
    expect(await query('select 1 from events where document_id is not null')).toEqual([])
  })

  it.each([
    ['an empty folder', {}],
    ['a folder without any sheet of a school', { '.DS_Store': 'x', 'lista.csv': 'a,b\n1,2' }],
    ['sheets that contain only headers', { 'asistencia.csv': 'run_alumno;fecha;estado\n' }],
  ])('refuses %s', async (_, files) => {
    const sourceFolder = join(folder(), 'entrega')
    await mkdir(sourceFolder)
    for (const [name, text] of Object.entries(files)) await writeFile(join(sourceFolder, name), text)
    const { isDone, output } = await run(sourceFolder, '--apply')
    expect(isDone).toBe(false)
    expect(output).toContain('entrega: no trae ninguna planilla con filas: no hay nada que importar')
  })

  it('counts the rows that have the same problem, and lists each in the CSV file', async () => {
    const wrong = await schoolWith('notas.csv', (text) => text.replaceAll('LEN-1;', 'LEN-9;'))
    const { output } = await run(wrong)
    expect(output.split('\n').filter((line) => line.includes('LEN-9'))).toEqual([
      'notas.csv, fila 2, columna «evaluacion»: no existe «LEN-9» (se esperaba el código de una evaluación del curso del estudiante), y 2 más',
    ])
    expect(output).toMatch(/^3 problemas: no se importa nada/m)
    const csv = await readFile(join(folder(), 'errores.csv'), 'utf8')
    expect(csv.split('\r\n').filter((line) => line.includes('LEN-9'))).toEqual([
      '"error";"notas.csv";"2";"3 a 4";"evaluacion";"no existe «LEN-9»";"el código de una evaluación del curso del estudiante"',
    ])
  })

  it.each([
    ['together with problems', ';62;', '1 problema y 1 aviso: no se importa nada. Lista: '],
    ['alone', ';6,2;', '1 aviso. Lista: '],
  ])('lists warnings %s', async (_, note, end) => {
    const copy = await schoolWith('notas.csv', (text) => text.replace('40288001;6,2;', `40288001${note}`))
    const path = join(copy, 'cursos.csv')
    const [headers, course] = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, `${headers};sala\n${course};12\n`)
    const { output } = await run(copy)
    expect(output).toContain(end)
    const csv = await readFile(join(folder(), 'errores.csv'), 'utf8')
    expect(csv.trimEnd().split('\r\n').at(-1)).toBe(
      '"aviso";"cursos.csv";"1";"";"sala";"no se conoce esta columna: no se importa";""',
    )
  })

  it('names the file of the other row if it differs, and a column by the file’s header', async () => {
    const copy = await schoolWith('cursos.csv', (text) => text)
    const again = async (sheet: string, from: string, to: string) => {
      const lines = (await readFile(join(copy, `${sheet}.csv`), 'utf8')).split('\n')
      const row = lines.find((line) => line.includes(from)) ?? ''
      await writeFile(join(copy, `${sheet} 2.csv`), `${lines[0]}\n\n\n${row.replace(from, to)}\n`)
    }
    await again('alumnos', '40288118;6', '40288118;6')
    await again('apoderados', '42601116;6', '42910006;2')
    await again('cursos', ';5A;', ';V;')
    await again('horario', 'recreo;09:30;09:45', 'recreo;09:00;09:30')
    const { output } = await run(copy)
    expect(output.split('\n').filter((line) => / la fila /.test(line))).toEqual([
      'cursos.csv, fila 2, columna «letra»: el curso está repetido (ya está en la fila 4 de cursos 2.csv)',
      'alumnos.csv, fila 3, columna «Run»: el estudiante está repetido sin fecha de retiro (ya está en la fila 4 de alumnos 2.csv)',
      'alumnos.csv, fila 3, columna «Run»: el estudiante está repetido en el curso (ya está en la fila 4 de alumnos 2.csv)',
      'apoderados.csv, fila 3, columna «email»: el correo ya es de la persona de la fila 4 de apoderados 2.csv (se esperaba un correo propio de cada apoderado)',
      'horario 2.csv, fila 4, columna «inicio»: se superpone con el bloque de la fila 2 de horario.csv',
    ])
  })

  it('writes no formula into the list of problems', async () => {
    const wrong = await schoolWith('alumnos.csv', (text) =>
      text.replace('5° Básico;A;40288001', '5° Básico;=1+1;40288001'),
    )
    await run(wrong)
    expect(await readFile(join(folder(), 'errores.csv'), 'utf8')).not.toMatch(/"[=+@-]/)
  })

  it('refuses to remove more than 5 %, unless an option allows it', async () => {
    await run(schoolFolder, '--apply')
    const shortened = await schoolWith('alumnos.csv', (text) => text.split('\n').slice(0, 4).join('\n'))
    await writeFile(
      join(shortened, 'vinculos.csv'),
      (await readFile(join(shortened, 'vinculos.csv'), 'utf8')).split('\n').slice(0, 7).join('\n'),
    )
    for (const sheet of ['notas', 'asistencia', 'atrasos', 'observaciones'])
      await rm(join(shortened, `${sheet}.csv`))
    const dryRun = await run(shortened)
    expect(dryRun.output).toContain(
      'Con esta entrega terminaría más del 5 %: 90003-6, matrículas que terminan: 1 de 4. ¿Está completa la lista?',
    )
    expect(dryRun.output).toContain('repita con --apply --allow-endings, si la lista está completa, para')
    expect((await run(shortened, '--allow-endings')).output).not.toContain('terminaría')
    expect(dryRun.output).toMatch(/^matrícula +5° Básico A +\S.* 40\.288\.341-3$/m)
    await expect(run(shortened, '--apply')).rejects.toThrow('90003-6, matrículas que terminan: 1 de 4')
    expect(await query('select 1 from enrollments where withdrawn_on is not null')).toEqual([])
    const { output } = await run(shortened, '--apply', '--allow-endings')
    expect(output).toMatch(/^matrículas +0 +0 +1 +3$/m)
  })

  it('writes nothing if a file is damaged, and all rows of valid files', { tags: 'long' }, async () => {
    const sheets = ['alumnos.csv', 'notas.csv', 'vinculos.csv', 'agenda.csv', 'horario.csv']
    const damage = fc.tuple(
      fc.constantFrom(...sheets),
      fc.double({ min: 0, max: 0.99, noNaN: true }),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(damage, async ([sheet, where, junk]) => {
        const damaged = await schoolWith(sheet, (text) => {
          const position = Math.floor(text.length * where)
          return text.slice(0, position) + junk + text.slice(position + junk.length)
        })
        const { isDone } = await run(damaged, '--apply', '--allow-endings')
        const schools = await query('select 1 from establishments')
        expect(schools).toHaveLength(isDone ? 1 : 0)
        await query('truncate establishments, parents restart identity cascade')
      }),
      { numRuns: 6 },
    )
  })

  it('does not start during another import', async () => {
    const other = new pg.Client({ connectionString: server().url })
    await other.connect()
    await other.query('select pg_advisory_lock(4016003)')
    await expect(run(schoolFolder)).rejects.toThrow('Otra importación está en curso')
    await other.end()
  })

  it('without --apply runs during a command that changes data, and with it refuses', async () => {
    const other = new pg.Client({ connectionString: server().url })
    await other.connect()
    await other.query('select pg_advisory_lock_shared(4016003)')
    expect((await run(schoolFolder)).isDone).toBe(true)
    await expect(run(schoolFolder, '--apply')).rejects.toThrow('o un comando que cambia datos')
    await other.end()
  })

  it('refuses to run in a database with the demo school', async () => {
    await query('update demo_school set is_off = false')
    await expect(run(schoolFolder)).rejects.toThrow('npm run admin -- demo off')
    await query('update demo_school set is_off = true')
  })
})
