import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setupImportCommand } from '../testing/setupImportCommand.ts'

const { query, run, schoolWith } = setupImportCommand()

/** Copies the school's sheets without that of the courses: the course then has no code, as in the Ministry's list. */
const writeWithoutCodes = async () => {
  const folder = await schoolWith('alumnos.csv', (text) => text)
  await rm(join(folder, 'cursos.csv'))
  const edit = async (sheet: string, change: (text: string) => string) => {
    const path = join(folder, `${sheet}.csv`)
    await writeFile(path, change(await readFile(path, 'utf8')))
  }
  const nameCourse = async (name: string) => {
    for (const sheet of ['asignaturas', 'horario', 'evaluaciones', 'agenda'])
      await edit(sheet, (text) => text.replace(/(^|;)5A;/gm, `$1${name};`))
  }
  return { folder, edit, nameCourse }
}

describe('a sheet', () => {
  it('may name a subject and a period without accents, in any case', async () => {
    const { folder, edit, nameCourse } = await writeWithoutCodes()
    await nameCourse('5 A')
    for (const sheet of ['horario', 'evaluaciones', 'observaciones', 'agenda'])
      await edit(sheet, (text) =>
        text.replaceAll(';MAT;', ';MATEMATICA;').replaceAll(';MAT\n', ';Matematica\n'),
      )
    await edit('evaluaciones', (text) => text.replaceAll(';1S;', ';1º semestre;'))
    const { output } = await run(folder, '--apply')
    expect(output).toContain('Guardado.')
    const counted = await query(`select count(*)::int as count from assessments test
      join course_subjects subject on subject.id = test.course_subject_id where subject.name = 'Matemática'`)
    expect(counted).toEqual([{ count: expect.any(Number) }])
    expect(counted[0]?.count).toBeGreaterThan(0)
  })

  it('that matches two courses is reported with both', async () => {
    const { folder, edit, nameCourse } = await writeWithoutCodes()
    await edit('alumnos', (text) => {
      const [headers, ...pupils] = text.trimEnd().split('\n')
      const first = pupils.map((row, index) =>
        row.replace('110;5;5° Básico', index < 2 ? '110;1;1° Básico' : '310;1;1° Medio'),
      )
      return [headers, ...first].join('\n')
    })
    await nameCourse('1 A')
    const { isDone, output } = await run(folder)
    expect(isDone).toBe(false)
    expect(output).toContain(
      'horario.csv, fila 2, columna «curso»: hay más de un curso «1 A»: 1° Básico A, 1° Medio A (se esperaba',
    )
  })

  it('that matches two subjects is reported with both, unless it is a subject’s code', async () => {
    const folder = await schoolWith('asignaturas.csv', (text) =>
      text.replace(';MAT;Matemática;', ';MÁT;Matemática;').replace(';ING;', ';MAT;'),
    )
    const horario = await readFile(join(folder, 'horario.csv'), 'utf8')
    await writeFile(
      join(folder, 'horario.csv'),
      horario.replaceAll(';MAT', ';m-a-t').replaceAll(';ING', ';MÁT'),
    )
    const { output } = await run(folder)
    const lines = output.split('\n').filter((line) => line.startsWith('horario.csv'))
    expect(lines[0]).toMatch(/columna «asignatura»: hay más de una asignatura «m-a-t»: .*, Matemática \(/)
    expect(lines.filter((line) => line.includes('«MÁT»'))).toEqual([])
  })
})
