import type { SheetName } from '../../sheetRecords.ts'
import type { SheetFormat } from '../column.ts'
import { closuresSheet } from './closuresSheet.ts'
import { coursesSheet } from './coursesSheet.ts'
import { electivesSheet } from './electivesSheet.ts'
import { employeesSheet } from './employeesSheet.ts'
import { guardiansSheet } from './guardiansSheet.ts'
import { linksSheet } from './linksSheet.ts'
import { periodsSheet } from './periodsSheet.ts'
import { agendaSheet } from './records/agendaSheet.ts'
import { assessmentsSheet } from './records/assessmentsSheet.ts'
import { arrearsSheet, attendanceSheet } from './records/attendanceSheet.ts'
import { gradesSheet } from './records/gradesSheet.ts'
import { observationsSheet } from './records/observationsSheet.ts'
import { schoolsSheet } from './schoolsSheet.ts'
import { studentsSheet } from './studentsSheet.ts'
import { subjectsSheet } from './subjectsSheet.ts'
import { timetableSheet } from './timetableSheet.ts'

/** The formats of the sheets that a school fills in, in the order of `sheetNames`. */
export const formatOfSheet: { [Name in SheetName]: SheetFormat<Name> } = {
  establecimientos: schoolsSheet,
  periodos: periodsSheet,
  dias_sin_clases: closuresSheet,
  cursos: coursesSheet,
  funcionarios: employeesSheet,
  asignaturas: subjectsSheet,
  alumnos: studentsSheet,
  apoderados: guardiansSheet,
  vinculos: linksSheet,
  electivos: electivesSheet,
  horario: timetableSheet,
  evaluaciones: assessmentsSheet,
  notas: gradesSheet,
  asistencia: attendanceSheet,
  atrasos: arrearsSheet,
  observaciones: observationsSheet,
  agenda: agendaSheet,
}

export const formats: SheetFormat[] = Object.values(formatOfSheet)
