import { rm } from 'node:fs/promises'
import { calendarDaysOf } from '@apoderados/contract/values/daysOff'
import type { SheetName } from '@apoderados/importer/sheetRecords'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  defaultSetOptions,
  findUnknown,
  type GeneratedSet,
  generateSet,
  isoDayOf,
  type SheetLine,
  valuesOf,
} from '../testing/generatedSet.ts'

let set: GeneratedSet
beforeAll(async () => {
  set = await generateSet()
})
afterAll(() => rm(set.folder, { recursive: true }))

describe('a reference in the sheets of a generated set', () => {
  it('to a course, subject, period or teacher exists', () => {
    const { cursos, asignaturas, funcionarios, periodos, alumnos, horario, evaluaciones, agenda } = set.sheets
    const courses = valuesOf(cursos, 'rbd', 'codigo')
    const subjects = valuesOf(asignaturas, 'rbd', 'curso', 'codigo')
    const withSubject = [...horario, ...evaluaciones, ...agenda].filter((line) => line.asignatura)
    const ofCourse = [
      ...asignaturas,
      ...horario,
      ...evaluaciones,
      ...agenda.filter((line) => line.curso !== 'todos'),
    ]
    expect(findUnknown(valuesOf(ofCourse, 'rbd', 'curso'), courses)).toEqual([])
    expect(findUnknown(valuesOf(withSubject, 'rbd', 'curso', 'asignatura'), subjects)).toEqual([])
    expect(
      findUnknown(valuesOf(evaluaciones, 'rbd', 'periodo'), valuesOf(periodos, 'rbd', 'codigo')),
    ).toEqual([])
    expect(
      findUnknown(valuesOf(asignaturas, 'rbd', 'run_docente'), valuesOf(funcionarios, 'rbd', 'run')),
    ).toEqual([])
    const named = valuesOf(alumnos, 'RBD', 'Desc Grado', 'Letra Curso')
    expect(findUnknown(named, valuesOf(cursos, 'rbd', 'nombre', 'letra'))).toEqual([])
  })

  it('to a student exists, and to an assessment of the student’s own course', () => {
    const { alumnos, cursos, evaluaciones, notas, asistencia, atrasos, observaciones } = set.sheets
    const students = valuesOf(alumnos, 'RBD', 'Run')
    const noted = [...notas, ...asistencia, ...atrasos, ...observaciones]
    expect(findUnknown(valuesOf(noted, 'rbd', 'run_alumno'), students)).toEqual([])
    const courseOf = new Map(
      alumnos.map((line) => {
        const isOurs = (course: SheetLine) =>
          course.rbd === line.RBD &&
          course.nombre === line['Desc Grado'] &&
          course.letra === line['Letra Curso']
        return [line.Run, cursos.find(isOurs)?.codigo]
      }),
    )
    const graded = notas.map((line) => `${line.rbd} | ${line.evaluacion} | ${courseOf.get(line.run_alumno)}`)
    expect(findUnknown(graded, valuesOf(evaluaciones, 'rbd', 'codigo', 'curso'))).toEqual([])
  })

  it('is to a day on which the student was enrolled, within the period', () => {
    const { alumnos, notas, evaluaciones, asistencia, atrasos, observaciones, periodos } = set.sheets
    const pupilsByRun = new Map(alumnos.map((line) => [line.Run, line]))
    const tests = new Map(evaluaciones.map((line) => [`${line.rbd} ${line.codigo}`, line]))
    const moments = [...asistencia, ...atrasos, ...observaciones].map((line) => ({
      run: line.run_alumno,
      day: isoDayOf(line.fecha ?? line.fecha_hora),
    }))
    for (const line of notas) {
      moments.push({
        run: line.run_alumno,
        day: isoDayOf(tests.get(`${line.rbd} ${line.evaluacion}`)?.fecha),
      })
    }
    const isOutside = ({ run, day }: { run: string | undefined; day: string }) => {
      const stay = pupilsByRun.get(run)
      const leaves = stay?.['Fecha Retiro'] ? isoDayOf(stay['Fecha Retiro']) : '9999'
      return (
        day < isoDayOf(stay?.['Fecha Incorporación Curso']) || day >= leaves || day > defaultSetOptions.until
      )
    }
    expect(moments.filter(isOutside)).toEqual([])
    const isOfPeriod = (line: SheetLine) => {
      const period = periods.get(`${line.rbd} ${line.periodo}`)
      return (
        isoDayOf(line.fecha) >= isoDayOf(period?.inicio) && isoDayOf(line.fecha) <= isoDayOf(period?.termino)
      )
    }
    const periods = new Map(periodos.map((line) => [`${line.rbd} ${line.codigo}`, line]))
    expect(evaluaciones.filter((line) => !isOfPeriod(line))).toEqual([])
  })

  it('is to one row only', () => {
    const keys: Partial<Record<SheetName, string[]>> = {
      cursos: ['rbd', 'codigo'],
      asignaturas: ['rbd', 'curso', 'codigo'],
      vinculos: ['run_alumno', 'doc_apoderado'],
      horario: ['rbd', 'curso', 'dia', 'inicio'],
      evaluaciones: ['rbd', 'codigo'],
      notas: ['evaluacion', 'run_alumno'],
      asistencia: ['run_alumno', 'fecha'],
      atrasos: ['run_alumno', 'fecha_hora'],
      observaciones: ['run_alumno', 'fecha', 'tipo', 'descripcion', 'detalle'],
      agenda: ['rbd', 'curso', 'fecha', 'hora', 'titulo'],
    }
    for (const [name, columns] of Object.entries(keys)) {
      const all = valuesOf(set.sheets[name as SheetName], ...columns)
      expect(new Set(all).size, name).toBe(all.length)
    }
  })
})

describe('the records of a generated set', () => {
  it('have blocks that do not overlap, each day from 08:00', () => {
    const days = Map.groupBy(set.sheets.horario, (line) => `${line.rbd} ${line.curso} ${line.dia}`)
    expect(days.size).toBe(set.sheets.cursos.length * 5)
    for (const [day, blocks] of days) {
      expect(blocks[0]?.inicio, day).toBe('08:00')
      const starts = blocks.slice(1).map((line) => line.inicio)
      expect(starts, day).toEqual(blocks.slice(0, -1).map((line) => line.termino))
    }
  })

  it('have grades from 1,0 to 7,0 or concepts by the subject’s scale, and some pending ones', () => {
    const { notas, asignaturas } = set.sheets
    const scales = new Map(
      asignaturas.map((line) => [`${line.rbd} ${line.curso}-${line.codigo}`, line.escala]),
    )
    const isWrong = (line: SheetLine) => {
      const scale = scales.get(`${line.rbd} ${line.evaluacion?.replace(/-\d+$/, '')}`)
      if (!line.nota && !line.concepto) return false
      return scale === 'numero'
        ? !/^([1-6],\d|7,0)$/.test(line.nota ?? '')
        : !/^(MB|B|S|I)$/.test(line.concepto ?? '')
    }
    expect(notas.filter(isWrong)).toEqual([])
    const pending = notas.filter((line) => !line.nota && !line.concepto).length
    expect(pending / notas.length).toBeGreaterThan(0.003)
    expect(pending / notas.length).toBeLessThan(0.03)
  })

  it('have attendance on every class day, mostly present, and the time of each late arrival', () => {
    const { asistencia, atrasos } = set.sheets
    const shareOf = (status: string) =>
      asistencia.filter((line) => line.estado === status).length / asistencia.length
    expect(shareOf('P')).toBeGreaterThan(0.9)
    expect(shareOf('A')).toBeGreaterThan(0.04)
    const lateKeys = valuesOf(
      asistencia.filter((line) => line.estado === 'T'),
      'run_alumno',
      'fecha',
    )
    expect(atrasos.map((line) => `${line.run_alumno} | ${line.fecha_hora?.slice(0, 10)}`)).toEqual(lateKeys)
    expect(new Set(valuesOf(asistencia, 'fecha')).size).toBe(58)
  })

  it('have the closures of each school, and no records on a day without classes', () => {
    const { establecimientos, periodos, dias_sin_clases, ...noted } = set.sheets
    const days = [...noted.asistencia, ...noted.atrasos, ...noted.observaciones, ...noted.evaluaciones]
    for (const { rbd } of establecimientos) {
      const isOurs = (line: SheetLine) => line.rbd === rbd
      const rangeOf = (first = '', last = '') => ({
        starts_on: isoDayOf(first),
        ends_on: isoDayOf(last || first),
      })
      const periods = periodos.filter(isOurs).map((line) => rangeOf(line.inicio, line.termino))
      const closures = dias_sin_clases.filter(isOurs).map(({ primer_dia, ultimo_dia, motivo = '' }) => ({
        ...rangeOf(primer_dia, ultimo_dia),
        name: motivo,
      }))
      expect(closures.map(({ name }) => name)).toEqual([
        'Jornada de planificación',
        'Aniversario del colegio',
      ])
      const { days_off } = calendarDaysOf({ year: defaultSetOptions.year, periods, closures })
      const isOff = (line: SheetLine) => {
        const day = isoDayOf(line.fecha ?? line.fecha_hora)
        return days_off.some(({ starts_on, ends_on }) => day >= starts_on && day <= ends_on)
      }
      expect(days.filter((line) => isOurs(line) && isOff(line))).toEqual([])
    }
  })
})
