import { describe, expect, it } from 'vitest'
import type { TestSet } from '../testing/importRecords.ts'
import { SECOND_RBD } from '../testing/secondSchool.ts'
import { setupImport } from '../testing/setupImport.ts'
import { arrear, presentDay, RBD, school, staffDayClosure, testSet, tomas, YEAR } from '../testing/testSet.ts'

const { apply, dryRun } = setupImport()
const warningsOf = async (set: TestSet, run = dryRun) => {
  const { problems, warnings } = await run(set)
  expect(problems).toEqual([])
  return warnings.map(({ file, line, column, message }) => `${file} ${line} ${column}: ${message}`)
}
const attendanceOn = (...days: string[]) => days.map((day) => ({ ...presentDay, day: `${YEAR}-${day}` }))
const arrearsOn = (...days: string[]) => days.map((day) => ({ ...arrear, date_late: `${YEAR}-${day} 08:17` }))

describe('attendance and late arrivals on a day off', () => {
  it('are imported with one warning per day', async () => {
    const ofTomas = { ...presentDay, student_rut: tomas.rut, day: `${YEAR}-05-21` }
    const asistencia = [...attendanceOn('05-20', '05-21', '05-14', '05-15', '07-01'), ofTomas]
    const atrasos = arrearsOn('05-20', '12-25')
    expect(await warningsOf({ ...testSet, asistencia, atrasos }, apply)).toEqual([
      `asistencia.csv 3 fecha: hay asistencia el 21-05-${YEAR}, que es feriado: Día de las Glorias Navales (2 filas)`,
      `asistencia.csv 4 fecha: hay asistencia el 14-05-${YEAR}, que es un día sin clases: Jornada de profesores (1 fila)`,
      `asistencia.csv 5 fecha: hay asistencia el 15-05-${YEAR}, que es un día sin clases: Jornada de profesores (1 fila)`,
      `asistencia.csv 6 fecha: hay asistencia el 01-07-${YEAR}, que es de vacaciones (1 fila)`,
      `atrasos.csv 3 fecha_hora: hay atrasos el 25-12-${YEAR}, que es feriado: Navidad (1 fila)`,
    ])
  })

  it('are compared with the closures after the import, including those in the database', async () => {
    await apply(testSet)
    expect(await warningsOf({ asistencia: attendanceOn('05-14') })).toHaveLength(1)
    const moved = { ...staffDayClosure, starts_on: `${YEAR}-05-19`, ends_on: null }
    expect(
      await warningsOf({ dias_sin_clases: [moved], asistencia: attendanceOn('05-14', '05-19') }),
    ).toEqual([
      `asistencia.csv 3 fecha: hay asistencia el 19-05-${YEAR}, que es un día sin clases: Jornada de profesores (1 fila)`,
    ])
  })

  it('cause no warning for the closure of another school, or for vacations without known periods', async () => {
    const { periodos, ...others } = testSet
    expect(periodos).not.toEqual([])
    const set: TestSet = {
      ...others,
      evaluaciones: [],
      notas: [],
      observaciones: [],
      agenda: [],
      establecimientos: [school, { ...school, rbd: SECOND_RBD, name: 'Liceo Puerta del Valle' }],
      dias_sin_clases: [{ ...staffDayClosure, rbd: SECOND_RBD, year: YEAR }],
      asistencia: attendanceOn('05-14', '07-01').map((row) => ({ ...row, rbd: RBD })),
      funcionarios: [],
      asignaturas: [],
      horario: [],
      atrasos: [],
      vinculos: testSet.vinculos.map((link) => ({ ...link, rbd: RBD })),
    }
    expect(await warningsOf(set)).toEqual([])
  })

  it('cause no warning for events, which a school may hold on any day', async () => {
    const agenda = testSet.agenda.map((event) => ({ ...event, day: `${YEAR}-12-25` }))
    expect(await warningsOf({ ...testSet, agenda })).toEqual([])
  })
})
