import type { SheetName } from '../../sheetRecords.ts'
import type { SheetFormat } from '../column.ts'
import { dias_sin_clases } from './closuresSheet.ts'
import { cursos } from './coursesSheet.ts'
import { electivos } from './electivesSheet.ts'
import { funcionarios } from './employeesSheet.ts'
import { apoderados } from './guardiansSheet.ts'
import { vinculos } from './linksSheet.ts'
import { periodos } from './periodsSheet.ts'
import { agenda } from './records/agendaSheet.ts'
import { evaluaciones } from './records/assessmentsSheet.ts'
import { asistencia, atrasos } from './records/attendanceSheet.ts'
import { notas } from './records/gradesSheet.ts'
import { observaciones } from './records/observationsSheet.ts'
import { establecimientos } from './schoolsSheet.ts'
import { alumnos } from './studentsSheet.ts'
import { asignaturas } from './subjectsSheet.ts'
import { horario } from './timetableSheet.ts'

/** The formats of the sheets that a school fills in, in the order of `sheetNames`. */
export const formatOfSheet: { [Name in SheetName]: SheetFormat<Name> } = {
  ...{ establecimientos, periodos, dias_sin_clases, cursos, funcionarios, asignaturas, alumnos },
  ...{
    apoderados,
    vinculos,
    electivos,
    horario,
    evaluaciones,
    notas,
    asistencia,
    atrasos,
    observaciones,
    agenda,
  },
}

export const formats: SheetFormat[] = Object.values(formatOfSheet)
