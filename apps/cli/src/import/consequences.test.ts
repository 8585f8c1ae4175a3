import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setupImportCommand } from '../testing/setupImportCommand.ts'

const { run, schoolWith } = setupImportCommand()

/** Imports the school with one changed file. Returns the lines of its problems, without the end '(se esperaba …)'. */
async function importProblems(file: string, change: (text: string) => string): Promise<string[]> {
  const { isDone, output } = await run(await schoolWith(file, change))
  expect(isDone).toBe(false)
  return problemsIn(output)
}
const problemsIn = (output: string) => {
  const found = output.split('\n').filter((line) => /^[\w/-]+\.\w+[,:]/.test(line))
  const counted = `${found.length} problema${found.length === 1 ? '' : 's'}`
  expect(output).toMatch(new RegExp(`^${counted}( y \\d+ avisos?)?: no se importa nada`, 'm'))
  return found.map((line) => line.replace(/ \(se esperaba .*/, ''))
}
const replacer = (from: string | RegExp, to: string) => (text: string) => {
  expect(text).toMatch(from)
  return text.replace(from, to)
}

describe('a faulty row is reported once, and not again in the rows that reference it', () => {
  it.each([
    [
      'alumnos.csv',
      replacer('40288118;6;', '40288118;5;'),
      'alumnos.csv, fila 3, columna «Dígito Ver.»: el dígito verificador no corresponde',
    ],
    [
      'periodos.csv',
      replacer('semestre;04-03-2026', 'bimestre;04-03-2026'),
      'periodos.csv, fila 2, columna «tipo»: no se conoce «bimestre»',
    ],
    [
      'evaluaciones.csv',
      replacer('15-04-2026', '31-04-2026'),
      'evaluaciones.csv, fila 4, columna «fecha»: esa fecha no existe',
    ],
    [
      'apoderados.csv',
      replacer('claudia.araya@example.com', ''),
      'apoderados.csv, fila 4, columna «email»: falta el correo: sin él no puede ingresar a la aplicación',
    ],
    [
      'asignaturas.csv',
      replacer('5A;MAT', '9Z;MAT'),
      'asignaturas.csv, fila 3, columna «curso»: no existe «9Z»',
    ],
    [
      'cursos.csv',
      replacer('5° Básico;A;', '5° Básico;;'),
      'cursos.csv, fila 2, columna «letra»: falta el dato',
    ],
    [
      'establecimientos.csv',
      replacer('90003;6;', '90003;7;'),
      'establecimientos.csv, fila 2, columna «dv»: el dígito verificador no corresponde',
    ],
  ])('%s', async (file, change, problem) => {
    expect(await importProblems(file, change)).toEqual([problem])
  })
})

describe('an unreadable file is reported once, and not in the rows that reference its rows', () => {
  it('because a column is missing', async () => {
    expect(await importProblems('alumnos.csv', replacer(';Nombres;', ';Otra cosa;'))).toEqual([
      'alumnos.csv, fila 1: falta la columna «nombres»',
    ])
  })

  it('because it ends within quotes', async () => {
    const problems = await importProblems('apoderados.csv', replacer('RUN;42601227', 'RUN;"42601227'))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/^apoderados\.csv/)
  })

  it('because it cannot be opened', async () => {
    const copy = await schoolWith('alumnos.csv', (text) => text)
    await rm(join(copy, 'alumnos.csv'))
    await writeFile(join(copy, 'alumnos.xls'), Buffer.from('d0cf11e0a1b11ae1'.padEnd(2048, '0'), 'hex'))
    const problems = problemsIn((await run(copy)).output)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/^alumnos\.xls: es un libro de Excel antiguo/)
  })

  it('that is a document of the agenda', async () => {
    const copy = await schoolWith('alumnos.csv', (text) => text)
    await writeFile(join(copy, 'documentos/pauta-laboratorio.pdf'), '<html>')
    const problems = problemsIn((await run(copy)).output)
    expect(problems).toEqual(['documentos/pauta-laboratorio.pdf: no es un PDF, Word, Excel ni imagen'])
  })
})

describe('a missing reference', () => {
  it('to a school is reported once for all sheets that name it', async () => {
    const copy = await schoolWith('cursos.csv', replacer('90003;', '90101;'))
    const periods = await readFile(join(copy, 'periodos.csv'), 'utf8')
    await writeFile(join(copy, 'periodos.csv'), periods.replaceAll('90003;', '90101;'))
    expect(problemsIn((await run(copy)).output)).toEqual([
      'periodos.csv, fila 2, columna «rbd»: no existe el establecimiento 90101-6',
    ])
  })

  it('is reported in addition to faulty rows', async () => {
    const copy = await schoolWith('alumnos.csv', replacer('40288118;6;', '40288118;5;'))
    const path = join(copy, 'notas.csv')
    await writeFile(path, (await readFile(path, 'utf8')).replace('LEN-1;40288227', 'LEN-1;40288999'))
    expect(problemsIn((await run(copy)).output)).toEqual([
      'alumnos.csv, fila 3, columna «Dígito Ver.»: el dígito verificador no corresponde',
      'notas.csv, fila 4, columna «run_alumno»: no existe «40288999»',
    ])
  })

  it('to the school and year of all sheets is reported once', async () => {
    const copy = await schoolWith('alumnos.csv', (text) => text)
    for (const sheet of ['establecimientos', 'periodos', 'cursos', 'alumnos'])
      await rm(join(copy, `${sheet}.csv`))
    const { output } = await run(copy)
    const unknown = output.split('\n').filter((line) => line.includes('no se sabe'))
    expect(unknown).toEqual([
      expect.stringMatching(/no se sabe de qué establecimiento son sus filas, ni las de otros \d/),
      expect.stringMatching(/no se sabe de qué año son sus filas, ni las de otros \d/),
    ])
  })
})
