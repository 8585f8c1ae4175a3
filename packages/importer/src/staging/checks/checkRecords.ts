import { allSchools } from '../../merges/defineMerge.ts'
import { assessmentsMerge } from '../../merges/mergeRecords.ts'
import type { SheetName } from '../../sheetRecords.ts'
import { SCOPE_ADVICE } from '../defaults.ts'
import { dayOffCheck } from './dayOffCheck.ts'
import {
  COURSE_FORM,
  referenceCheck,
  repeatedKeyCheck,
  type StagingCheck,
  WITH_KNOWN_COURSE,
  WITH_KNOWN_STUDENT,
} from './stagingCheck.ts'

/** SQL condition on live assessments `live` that a complete sheet would delete. */
const removedAssessmentsCondition = assessmentsMerge.endedIfComplete?.(allSchools)

/** Finds rows whose day is not in their school year, from 1 January to the end of February of the year after. */
const outsideSchoolYearCheck = (
  sheet: SheetName,
  column: string,
  day: string,
  where = 'true',
): StagingCheck => ({
  column,
  sql: `select file, line, year from ${sheet} 
    where (${day} < make_date(year, 1, 1) or ${day} >= make_date(year + 1, 3, 1)) and ${where}`,
  message: ({ year }) => `la fecha no es del año escolar ${year}`,
  expected: () => SCOPE_ADVICE.year,
})

/** Checks of assessments, grades, attendance, late arrivals, observations and agenda. */
export const recordChecks: Partial<Record<SheetName, StagingCheck[]>> = {
  evaluaciones: [
    referenceCheck('evaluaciones', 'course_row'),
    referenceCheck('evaluaciones', 'subject_row', WITH_KNOWN_COURSE),
    referenceCheck('evaluaciones', 'period_row'),
    repeatedKeyCheck(
      'resolved_evaluaciones where course_row is not null',
      'course_row, lower(code)',
      'codigo',
      'el código está repetido en el curso',
    ),
    {
      column: 'fecha',
      sql: `select sheet.file, sheet.line, period.name from resolved_evaluaciones sheet
        join known_periods period on period.row_no = sheet.period_row
      where sheet.held_on not between period.starts_on and period.ends_on`,
      message: ({ name }) => `la fecha no está dentro del período «${name}»`,
      isWarning: true,
    },
  ],
  notas: [
    referenceCheck('notas', 'present_row'),
    referenceCheck('notas', 'assessment_row', {
      where: 'present_row is not null and num_nonnulls(tenths, concept) > 0',
    }),
    {
      ...referenceCheck('notas', 'assessment_row', { where: 'present_row is not null' }),
      sql: `select file, line, assessment as named from resolved_notas
        where assessment_row is null and present_row is not null and num_nonnulls(tenths, concept) = 0`,
      isWarning: true,
    },
    {
      column: 'evaluacion',
      whenComplete: 'evaluaciones',
      sql: `select sheet.file, sheet.line, sheet.assessment as named from resolved_notas sheet
        join known_assessments known on known.row_no = sheet.assessment_row
        where num_nonnulls(sheet.tenths, sheet.concept) > 0
          and known.id in (select live.id from assessments live where ${removedAssessmentsCondition})`,
      message: ({ named }) => `«${named}» no está en la hoja evaluaciones, que se dijo completa`,
      expected: () => 'la evaluación en esa hoja, o sin sus notas',
    },
    repeatedKeyCheck(
      'resolved_notas where assessment_row is not null',
      'enrollment_row, assessment_row',
      'run_alumno',
      'el estudiante ya tiene nota en esta evaluación',
    ),
    {
      column: 'nota',
      sql: `select file, line from resolved_notas where scale_type = 'other' and tenths is not null`,
      message: () => 'la asignatura se evalúa con conceptos',
      expected: () => 'la columna concepto, como MB',
    },
    {
      column: 'concepto',
      sql: `select file, line from resolved_notas where scale_type = 'number' and concept is not null`,
      message: () => 'la asignatura se evalúa con números',
      expected: () => 'la columna nota, de 1,0 a 7,0',
    },
    {
      column: 'evaluacion',
      sql: `select file, line from resolved_notas
        where assessment_row is not null and scale_type is null and num_nonnulls(tenths, concept) > 0`,
      message: () => 'la asignatura no se evalúa',
      expected: () => 'una escala en la hoja asignaturas, o ninguna nota',
    },
  ],
  asistencia: [
    referenceCheck('asistencia', 'enrollment_row'),
    outsideSchoolYearCheck('asistencia', 'fecha', 'day'),
    dayOffCheck('asistencia', 'fecha', 'day', 'asistencia'),
    repeatedKeyCheck(
      'resolved_asistencia where enrollment_row is not null',
      'enrollment_row, day',
      'fecha',
      'el estudiante ya tiene asistencia ese día',
    ),
  ],
  atrasos: [
    referenceCheck('atrasos', 'enrollment_row'),
    outsideSchoolYearCheck('atrasos', 'fecha_hora', 'date_late'),
    dayOffCheck('atrasos', 'fecha_hora', 'date_late', 'atrasos'),
    repeatedKeyCheck(
      'resolved_atrasos where enrollment_row is not null',
      'enrollment_row, date_late',
      'fecha_hora',
      'el atraso está repetido',
    ),
  ],
  observaciones: [
    referenceCheck('observaciones', 'enrollment_row'),
    outsideSchoolYearCheck('observaciones', 'fecha', 'date'),
    referenceCheck('observaciones', 'employee_row'),
    referenceCheck('observaciones', 'subject_row', WITH_KNOWN_STUDENT),
    repeatedKeyCheck(
      'resolved_observaciones where enrollment_row is not null',
      'enrollment_row, date, event_type, description, observation',
      'detalle',
      'la observación está repetida',
    ),
  ],
  agenda: [
    referenceCheck('agenda', 'course_row', { expected: `${COURSE_FORM}, o «todos»` }),
    referenceCheck('agenda', 'subject_row', WITH_KNOWN_COURSE),
    {
      column: 'titulo',
      sql: 'select file, line from resolved_agenda where alike > 1',
      message: () => 'ese día hay más de un evento con ese título',
      expected: () => 'la columna «hora»',
    },
    {
      column: 'asignatura',
      sql: 'select file, line from agenda where course is null and subject is not null',
      message: () => 'un evento de todo el establecimiento no tiene asignatura',
    },
    { ...outsideSchoolYearCheck('agenda', 'fecha', 'day', 'course is not null'), isWarning: true },
    {
      column: 'documento',
      sql: `select file, line, document as named from agenda where document is not null
      and document not in (select named from documents)`,
      message: ({ named }) => `no está el documento «${named}»`,
      expected: () => 'un PDF, Word, Excel o imagen junto a las hojas',
      refersTo: 'documentos',
    },
    {
      column: 'documento',
      sql: `select file, line, document from agenda
      where document in (select named from documents where hash is null)`,
      message: ({ document }) => `hay más de un documento «${document}»`,
      expected: () => 'también su carpeta, como 5A/guia.pdf',
    },
    repeatedKeyCheck(
      `(select sheet.*, subject.row_no as elective_row from resolved_agenda sheet
        left join known_subjects subject on subject.row_no = sheet.subject_row and subject.is_elective) sheet`,
      'rbd, coalesce(course_row, 0), day, time, title, coalesce(elective_row, 0)',
      'titulo',
      'el evento está repetido',
    ),
  ],
}
