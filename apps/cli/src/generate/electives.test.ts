import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GeneratedSet, generateSet, type SheetLine } from '../testing/generatedSet.ts'
import { useImportCommand } from '../testing/useImportCommand.ts'

const { run, query, folder } = useImportCommand()

/** Options for a set of sheets with one course of each level and the records of the first weeks of the school year. */
const setOptions = { students: 470, schools: 1, until: '2026-03-31', photos: 0, documents: 0 }
let set: GeneratedSet
let changedSet: GeneratedSet
beforeAll(async () => {
  set = await generateSet(setOptions)
  changedSet = await generateSet({ ...setOptions, isChanged: true })
})
afterAll(async () => {
  for (const { folder } of [set, changedSet]) await rm(folder, { recursive: true })
})

const courseOf = (line: SheetLine) => `${line['Desc Grado']?.[0]}M${line['Letra Curso']}`

describe('the electives of a generated set', () => {
  it('are for 3° and 4° Medio, one per student and elective hour', () => {
    const { alumnos, asignaturas, electivos, horario } = set.sheets
    const electives = asignaturas.filter((line) => line.electiva === 'si')
    expect(new Set(electives.map((line) => line.curso))).toEqual(new Set(['3MA', '4MA']))
    const upper = alumnos.filter((line) => /^[34]° Medio$/.test(line['Desc Grado'] ?? ''))
    const takenBy = Map.groupBy(electivos, (line) => line.run_alumno)
    expect([...takenBy.keys()].sort()).toEqual(upper.map((line) => line.Run).sort())
    for (const pupil of upper) {
      const week = horario.filter((line) => line.curso === courseOf(pupil))
      const hoursOf = (codes: (string | undefined)[]) =>
        week
          .filter((line) => codes.includes(line.asignatura))
          .map((line) => `${line.dia} ${line.inicio}`)
          .sort()
      const pupilHours = hoursOf((takenBy.get(pupil.Run) ?? []).map((line) => line.electivo))
      const all = hoursOf(
        electives.filter((line) => line.curso === courseOf(pupil)).map((line) => line.codigo),
      )
      expect(pupilHours).toEqual([...new Set(all)])
    }
  })

  it('are imported, and differ for some students in the set of a later day', async () => {
    const first = await run(set.folder, '--apply')
    expect([first.isDone, first.output]).toEqual([true, expect.stringContaining('Guardado.')])
    const [electiveCount] =
      await query(`select count(*)::int as all, count(distinct course_subject_id)::int as subjects
      from elective_enrollments`)
    expect(electiveCount).toEqual({ all: set.sheets.electivos.length, subjects: 14 })
    const second = await run(changedSet.folder, '--apply')
    expect(second.output).toContain('Guardado.')
    expect(second.output).toMatch(/^electivos +[1-9]\d* +0 +[1-9]\d* +\d{3}$/m)
  })

  it('are not ended for more than 5 % of the students by an incomplete list', async () => {
    await run(set.folder, '--apply')
    const part = join(folder(), 'electivos.csv')
    const [header, ...lines] = (await readFile(join(set.folder, 'electivos.csv'), 'utf8')).split('\r\n')
    await writeFile(part, [header, ...lines.slice(0, 30)].join('\r\n'))
    await expect(run(part, '--apply')).rejects.toThrow(/electivos que terminan: \d+ de \d+.*--allow-endings/)
    const [electiveCount] = await query('select count(*)::int as all from elective_enrollments')
    expect(electiveCount).toEqual({ all: set.sheets.electivos.length })
  })
})
