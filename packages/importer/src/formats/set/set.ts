import type { SheetName } from '../../sheetRecords.ts'
import type { SheetFormat } from '../column.ts'
import { agenda } from './agendaSheet.ts'
import { evaluaciones } from './assessmentsSheet.ts'
import { asistencia, atrasos } from './attendanceSheet.ts'
import { cursos } from './coursesSheet.ts'
import { electivos } from './electivesSheet.ts'
import { funcionarios } from './employeesSheet.ts'
import { notas } from './gradesSheet.ts'
import { apoderados } from './guardiansSheet.ts'
import { vinculos } from './linksSheet.ts'
import { observaciones } from './observationsSheet.ts'
import { periodos } from './periodsSheet.ts'
import { establecimientos } from './schoolsSheet.ts'
import { alumnos } from './studentsSheet.ts'
import { asignaturas } from './subjectsSheet.ts'
import { horario } from './timetableSheet.ts'

/** The sheets that a school fills in, in the order of `sheetNames`. */
export const set: { [Name in SheetName]: SheetFormat<Name> } = {
  ...{ establecimientos, periodos, cursos, funcionarios, asignaturas, alumnos, apoderados, vinculos },
  ...{ electivos, horario, evaluaciones, notas, asistencia, atrasos, observaciones, agenda },
}

export const formats: SheetFormat[] = Object.values(set)
