import type { SheetName } from '../../sheetRecords.ts'
import {
  type FoundRow,
  otherRowText,
  referenceCheck,
  repeatedKeyCheck,
  type StagingCheck,
  WITH_KNOWN_STUDENT,
} from './stagingCheck.ts'

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes']

/** Returns the time of a block: 'el lunes a las 08:00'. */
const blockTimeText = ({ weekday, starts_at }: FoundRow) =>
  `el ${WEEKDAYS[Number(weekday) - 1]} a las ${String(starts_at).slice(0, 5)}`

/** Returns the end of a message: how many students have both blocks, and an example. */
const sharedByText = ({ students, example }: FoundRow) => {
  if (students === 0) return ''
  return students === 1
    ? `: el estudiante ${example} tiene los dos`
    : `: ${students} estudiantes tienen los dos, como ${example}`
}

/** Checks of electives and of overlapping blocks: no student may have two blocks at the same hour. */
export const electiveChecks: Partial<Record<SheetName, StagingCheck[]>> = {
  asignaturas: [
    {
      column: 'electiva',
      sql: `select sheet.file, sheet.line from resolved_asignaturas sheet
        join known_subjects subject on subject.row_no = sheet.subject_row
        where subject.is_elective and not exists (
          select from known_electives taken where taken.subject_row = subject.row_no)`,
      message: () => 'ningún estudiante la toma: ninguna familia la ve',
      expected: () => 'sus estudiantes en la hoja electivos',
      isWarning: true,
    },
    {
      column: 'electiva',
      // If the sheet electivos has rows of one of the two subjects, those rows report the overlap instead.
      sql: `select distinct on (sheet.file, sheet.line) sheet.file, sheet.line, weekday, starts_at, students, example,
          case when sheet.subject_row = clash.subject_row then clash.other_name else clash.name end as other
        from resolved_asignaturas sheet join clashing_blocks clash
          on clash.file is null and sheet.subject_row in (clash.subject_row, clash.other_subject_row)
        where not exists (select from resolved_electivos given
          where given.subject_row in (clash.subject_row, clash.other_subject_row))
        order by sheet.file, sheet.line, weekday, starts_at`,
      message: (found) =>
        `${blockTimeText(found)} se superpone con ${found.other === null ? 'un recreo' : `«${found.other}»`}${sharedByText(found)}`,
    },
  ],
  electivos: [
    referenceCheck('electivos', 'enrollment_row'),
    referenceCheck('electivos', 'subject_row', WITH_KNOWN_STUDENT),
    {
      column: 'electivo',
      sql: `select sheet.file, sheet.line, sheet.subject as named from resolved_electivos sheet
        join known_subjects subject on subject.row_no = sheet.subject_row where not subject.is_elective`,
      message: ({ named }) => `«${named}» no es electiva en el curso del estudiante`,
      expected: () => '«si» en su columna electiva de la hoja asignaturas',
    },
    repeatedKeyCheck(
      'resolved_electivos where subject_row is not null',
      'enrollment_row, subject_row',
      'run_alumno',
      'el estudiante ya toma este electivo',
    ),
    {
      column: 'electivo',
      // If the timetable was delivered too, the rows of its blocks report the overlap instead.
      sql: `select distinct on (sheet.file, sheet.line) sheet.file, sheet.line, weekday, starts_at,
          case when sheet.subject_row = clash.subject_row then clash.other_name else clash.name end as other
        from resolved_electivos sheet join clashing_blocks clash
          on clash.file is null and sheet.subject_row in (clash.subject_row, clash.other_subject_row)
        where not exists (
          select from unnest(array[clash.subject_row, clash.other_subject_row]) as taken (row_no)
          join known_subjects subject on subject.row_no = taken.row_no and subject.is_elective
          where not exists (select from known_electives known
            where known.enrollment_row = sheet.enrollment_row and known.subject_row = taken.row_no))
        order by sheet.file, sheet.line, weekday, starts_at`,
      message: (found) =>
        `el estudiante tiene otro bloque ${blockTimeText(found)}: ${found.other === null ? 'un recreo' : `«${found.other}»`}`,
    },
  ],
  horario: [
    {
      column: 'inicio',
      sql: `select file, line, other_file, other_line, students, example from clashing_blocks where file is not null`,
      message: (found, files) =>
        `se superpone con el bloque de la fila ${otherRowText(found, files)}${sharedByText(found)}`,
    },
  ],
  notas: [
    {
      column: 'run_alumno',
      sql: `select sheet.file, sheet.line, subject.name from resolved_notas sheet
        join known_assessments test on test.row_no = sheet.assessment_row
        join known_subjects subject on subject.row_no = test.subject_row and subject.is_elective
        where num_nonnulls(sheet.tenths, sheet.concept) > 0 and not exists (select from known_electives taken
          where taken.enrollment_row = sheet.enrollment_row and taken.subject_row = subject.row_no)`,
      message: ({ name }) => `el estudiante no toma el electivo «${name}»: su familia no ve esta nota`,
      expected: () => 'también su fila en la hoja electivos',
      isWarning: true,
    },
  ],
}
