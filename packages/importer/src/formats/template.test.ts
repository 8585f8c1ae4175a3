import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../problems.ts'
import { sheetNames } from '../sheetRecords.ts'
import { openSources } from '../sheets/open.ts'
import { type ReadResult, readSheets, sheetOfCsv } from '../testing/readSheets.ts'
import { writeTemplates } from './template.ts'

let templateFolder: string
beforeEach(async () => {
  templateFolder = await mkdtemp(join(tmpdir(), 'planillas-'))
})
afterEach(() => rm(templateFolder, { recursive: true }))

const readTemplate = (name: string) => readFile(join(templateFolder, name), 'utf8')

const firstRecordsOf = (records: ReadResult['records']) => ({
  student: records.alumnos[0],
  link: records.vinculos[0],
  course: records.cursos[0],
  period: records.periodos[0],
  assessment: records.evaluaciones[0],
  subject: records.asignaturas[0],
})

describe('the template', () => {
  it('is a CSV per sheet that a Chilean spreadsheet program opens, and an explanation', async () => {
    await writeTemplates(templateFolder)
    expect((await readdir(templateFolder)).sort()).toEqual(
      ['LEAME.md', ...sheetNames.map((name) => `${name}.csv`)].sort(),
    )
    expect(await readTemplate('asistencia.csv')).toBe(
      '\uFEFFrun_alumno;fecha;estado\r\n40318926;15-04-2026;P\r\n',
    )
  })

  /** Reads the templates, each changed by `change`. */
  async function readTemplates(change = (text: string) => text): Promise<ReadResult> {
    await writeTemplates(templateFolder)
    const sheets = sheetNames.map(async (name) =>
      sheetOfCsv(`${name}.csv`, change((await readTemplate(`${name}.csv`)).slice(1)), ';'),
    )
    return readSheets(await Promise.all(sheets))
  }

  it('has example rows that are refused where they name an invented person or school', async () => {
    const { records, problems, warnings } = await readTemplates()
    const possible = ['periodos', 'dias_sin_clases', 'cursos', 'horario', 'evaluaciones', 'agenda']
    const refused = sheetNames.filter((name) => !possible.includes(name))
    expect(warnings).toEqual([])
    expect(problems.map(({ file, line }) => `${file} ${line}`).sort()).toEqual(
      refused.map((name) => `${name}.csv 2`).sort(),
    )
    expect(new Set(problems.map(({ message }) => message))).toEqual(
      new Set(['es la fila de ejemplo del conjunto vacío: bórrela']),
    )
    expect(refused.map((name) => records[name].length)).toEqual(refused.map(() => 0))
  })

  it('has examples that are valid and refer to each other', async () => {
    // A row that is written differently than the example is none.
    const { records, problems, warnings } = await readTemplates((text) =>
      text.toUpperCase().replaceAll('40318926', '40.318.926'),
    )
    expect([...problems, ...warnings]).toEqual([])
    expect(sheetNames.map((name) => records[name].length)).toEqual(sheetNames.map(() => 1))
    const { student, link, period, assessment, subject, course } = firstRecordsOf(records)
    const ofStudent = [
      link,
      records.notas[0],
      records.asistencia[0],
      records.atrasos[0],
      records.observaciones[0],
    ]
    expect(ofStudent.map((record) => record?.student_rut)).toEqual(Array(5).fill(student?.rut))
    const ofCourse = [subject, assessment, records.horario[0], records.agenda[0]]
    expect(ofCourse.map((record) => record?.course)).toEqual(Array(4).fill(course?.code))
    const ofSubject = [assessment, records.horario[0], records.observaciones[0], records.agenda[0]]
    expect(ofSubject.map((record) => record?.subject)).toEqual(Array(4).fill(subject?.code))
    expect([student?.course_name, student?.letter]).toEqual([course?.name, course?.letter])
    expect(link?.document).toBe(records.apoderados[0]?.document)
    expect([assessment?.period, records.notas[0]?.assessment]).toEqual([period?.code, assessment?.code])
    expect(subject?.employee_rut).toBe(records.funcionarios[0]?.rut)
    expect([period?.rbd, course?.rbd]).toEqual(Array(2).fill(records.establecimientos[0]?.rbd))
    expect(Number(student?.rut)).toBeGreaterThan(40_000_000)
  })

  it('explains every column with its accepted values', async () => {
    await writeTemplates(templateFolder)
    const text = await readTemplate('LEAME.md')
    expect(text).toContain(
      '| `nota` | una de las dos | En una asignatura con números. | una nota de 1,0 a 7,0 con un decimal, como 5,4 | 5,4 |',
    )
    for (const name of sheetNames) expect(text).toContain(`\n## ${name}\n`)
    expect(text).not.toMatch(/undefined|\[object/)
  })

  it('never replaces an existing file, and then writes nothing', async () => {
    await writeFile(join(templateFolder, 'notas.csv'), 'mías')
    await expect(writeTemplates(templateFolder)).rejects.toThrow(
      `Ya existe ${join(templateFolder, 'notas.csv')}: elija otro lugar, aquí no se sobrescribe nada.`,
    )
    expect(await readdir(templateFolder)).toEqual(['notas.csv'])
    expect(await readTemplate('notas.csv')).toBe('mías')
  })

  it('is one workbook for a path that ends in .xlsx, which is read like the CSV files', async () => {
    const path = join(templateFolder, 'nueva', 'colegio.xlsx')
    await writeTemplates(path)
    const unwanted: Problem[] = []
    const note = (problem: Problem) => void unwanted.push(problem)
    const { sheets, close } = await openSources([path], { problem: note, warning: note, leftOut() {} })
    const { records, problems, warnings } = await readSheets(sheets)
    await close()
    expect(unwanted).toEqual([])
    expect(new Set([...problems, ...warnings].map(({ line }) => line))).toEqual(new Set([2]))
    expect(problems.length).toBeGreaterThan(5)
    expect(records.evaluaciones).toMatchObject([{ code: 'MAT-1' }])
    await expect(writeTemplates(path)).rejects.toThrow(/^Ya existe/)
  })
})
