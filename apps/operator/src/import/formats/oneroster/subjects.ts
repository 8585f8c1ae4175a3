import type { Batch, FieldOf } from '../../records.ts'
import { createOutput } from './output.ts'
import type { RosterIndex, SchoolClass } from './rosterIndex.ts'
import type { RosterSource } from './rows.ts'

/** Kept out of the average by the rules of the Ministry; the files cannot say it. */
const UNCOUNTED = /^(religi[oó]n|orientaci[oó]n|consejo de curso)\b/i

/** The subjects of the courses whose students sit in a class. After the results: those say its scale. */
export function* readSubjects({ report, unread }: RosterSource, index: RosterIndex): Generator<Batch> {
  const output = createOutput()
  const positions = new Map<string, number>()
  for (const [id, found] of index.classes) {
    if (!found || found.course) continue
    const homerooms = [...(index.homeroomsOf.get(id) ?? [])]
    if (homerooms.length === 0 && index.displaced.size === 0 && !unread.has('enrollments'))
      report.warning({
        ...found.place,
        message: 'no se sabe de qué curso es: no tiene estudiantes con curso. No se importa',
      })
    const given = index.teacherOf.get(id)
    const teacher = index.teachers.get(given?.teacher ?? '')
    const scale_type = index.scaleOf.get(id) ?? 'number'
    const omitted: FieldOf<'asignaturas'>[] = ['counts_in_average']
    if (!found.isSubjectKnown) omitted.push('name')
    if (!index.scaleOf.has(id) || !index.hasScores) omitted.push('scale_type')
    // A set that names no teacher at all has no place for them.
    if (given ? !given.isKnown : index.teacherOf.size === 0) omitted.push('employee_rut')
    for (const homeroom of homerooms) {
      const position = (positions.get(homeroom) ?? 0) + 1
      positions.set(homeroom, position)
      const { rbd, year, code: course } = index.classes.get(homeroom) as SchoolClass
      const record = {
        ...{ rbd, year, course, code: found.code, position, name: found.subject, scale_type },
        ...{ counts_in_average: !UNCOUNTED.test(found.subject), employee_rut: teacher?.rut ?? null },
      }
      output.add('asignaturas', found.place, record, omitted)
    }
  }
  yield* output.rest()
}
