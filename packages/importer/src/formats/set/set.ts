import type { SheetName } from '../../records.ts'
import type { SheetFormat } from '../column.ts'
import { agenda } from './agenda.ts'
import { evaluaciones } from './assessments.ts'
import { asistencia, atrasos } from './attendance.ts'
import { cursos } from './courses.ts'
import { electivos } from './electives.ts'
import { funcionarios } from './employees.ts'
import { notas } from './grades.ts'
import { apoderados } from './guardians.ts'
import { vinculos } from './links.ts'
import { observaciones } from './observations.ts'
import { periodos } from './periods.ts'
import { establecimientos } from './schools.ts'
import { alumnos } from './students.ts'
import { asignaturas } from './subjects.ts'
import { horario } from './timetable.ts'

/** The sheets that a school fills, in the order of `sheetNames`. */
export const set: { [Name in SheetName]: SheetFormat<Name> } = {
  ...{ establecimientos, periodos, cursos, funcionarios, asignaturas, alumnos, apoderados, vinculos },
  ...{ electivos, horario, evaluaciones, notas, asistencia, atrasos, observaciones, agenda },
}

export const formats: SheetFormat[] = Object.values(set)
