import type { SheetName } from '../../sheetRecords.ts'
import {
  neededColumnCheck,
  otherRowText,
  referenceCheck,
  repeatedKeyCheck,
  type StagingCheck,
  WITH_KNOWN_COURSE,
} from './stagingCheck.ts'

/** SQL for the courses with a code of their own; the code of a course in the Ministry's list is its name and letter. */
const CODED_COURSES = "cursos where lower(code) <> lower(name || ' ' || letter)"

/** Checks of schools, periods, courses, employees, subjects and timetables. */
export const schoolChecks: Partial<Record<SheetName, StagingCheck[]>> = {
  establecimientos: [
    repeatedKeyCheck('establecimientos', 'rbd', 'rbd', 'el establecimiento está repetido'),
    neededColumnCheck(
      'direccion',
      `select sheet.file, sheet.line from establecimientos sheet join establishments live using (rbd)
      where 'address' = any(sheet.omitted) and not starts_with(live.address, sheet.address)
        and not starts_with(reverse(live.address), reverse(sheet.address))`,
      'la dirección cambia, y solo viene una parte de ella',
      'las dos columnas, «direccion» y «comuna»',
    ),
  ],
  periodos: [
    repeatedKeyCheck('periodos', 'rbd, year, lower(code)', 'codigo', 'el código está repetido'),
    {
      column: 'termino',
      sql: 'select file, line from periodos where starts_on > ends_on',
      message: () => 'el término es anterior al inicio',
    },
    {
      column: 'inicio',
      sql: `select late.file, late.line, early.name as other from periodos late
      join known_periods early on early.rbd = late.rbd and early.year = late.year and lower(early.code) <> lower(late.code)
        and early.starts_on <= late.starts_on and late.starts_on <= early.ends_on
        and (early.starts_on < late.starts_on or lower(early.code) < lower(late.code))`,
      message: ({ other }) => `se superpone con el período «${other}»`,
    },
  ],
  cursos: [
    repeatedKeyCheck(CODED_COURSES, 'rbd, year, lower(code)', 'codigo', 'el código está repetido'),
    repeatedKeyCheck(CODED_COURSES, 'rbd, year, name, letter', 'letra', 'el curso está repetido'),
    {
      column: 'codigo',
      sql: `select sheet.file, sheet.line, other.name || ' ' || other.letter as other from cursos sheet
      join known_courses known using (rbd, year, name, letter)
      join known_courses other on other.rbd = sheet.rbd and other.year = sheet.year and other.row_no <> known.row_no
        and lower(other.code) = lower(sheet.code)
      where not exists (select from ${CODED_COURSES} and lower(code) = lower(sheet.code)
        and (rbd, year, name, letter) = (other.rbd, other.year, other.name, other.letter))`,
      message: ({ other }) => `el código ya es del curso ${other}`,
      expected: () => 'otro código, o también ese curso en la hoja, con uno nuevo',
    },
  ],
  funcionarios: [repeatedKeyCheck('funcionarios', 'rbd, rut', 'run', 'la persona está repetida')],
  asignaturas: [
    referenceCheck('asignaturas', 'course_row'),
    referenceCheck('asignaturas', 'employee_row'),
    repeatedKeyCheck(
      'resolved_asignaturas where course_row is not null',
      'course_row, lower(code)',
      'codigo',
      'el código está repetido en el curso',
    ),
    repeatedKeyCheck(
      `(select sheet.file, sheet.line, sheet.course_row, sheet.name,
          bool_and(subject.is_elective) over (partition by sheet.course_row, sheet.name) as are_electives
        from resolved_asignaturas sheet join known_subjects subject on subject.row_no = sheet.subject_row
      ) named where not are_electives`,
      'course_row, name',
      'nombre',
      'la asignatura está repetida en el curso',
    ),
    {
      column: 'nombre',
      sql: `select sheet.file, sheet.line, other.code as other from resolved_asignaturas sheet
      join known_subjects other
        on other.course_row = sheet.course_row and other.name = sheet.name and other.id is not null
        and lower(other.code) <> lower(sheet.code)
      join known_subjects own on own.row_no = sheet.subject_row and not (own.is_elective and other.is_elective)
      where not exists (select from resolved_asignaturas renamed
        where renamed.course_row = other.course_row and lower(renamed.code) = lower(other.code))`,
      message: ({ other }) => `el curso ya tiene esa asignatura con el código «${other}»`,
    },
    {
      column: 'escala',
      sql: `select sheet.file, sheet.line, count(*)::int as remaining from resolved_asignaturas sheet
      join known_subjects known on known.course_row = sheet.course_row and lower(known.code) = lower(sheet.code)
      join course_subjects live on live.id = known.id and live.scale_type is distinct from known.scale_type
      join assessments test on test.establishment_id = live.establishment_id and test.course_subject_id = live.id
      join grades grade on grade.establishment_id = test.establishment_id and grade.assessment_id = test.id
      where case known.scale_type when 'number' then grade.tenths is null
          when 'other' then grade.concept is null else true end
        and not exists (select from resolved_notas given
          join known_enrollments place on place.row_no = given.enrollment_row
          join known_assessments given_test on given_test.row_no = given.assessment_row
          where place.id = grade.enrollment_id and given_test.id = test.id)
      group by sheet.file, sheet.line`,
      message: ({ remaining }) =>
        remaining === 1
          ? 'la escala cambia y queda 1 nota de la anterior'
          : `la escala cambia y quedan ${remaining} notas de la anterior`,
      expected: () => 'la escala de antes, o esas notas otra vez en la hoja notas',
      isWarning: true,
    },
  ],
  horario: [
    referenceCheck('horario', 'course_row'),
    referenceCheck('horario', 'subject_row', WITH_KNOWN_COURSE),
    neededColumnCheck(
      'tipo',
      `select sheet.file, sheet.line from resolved_horario sheet join known_schools school using (rbd)
      left join known_courses course on course.row_no = sheet.course_row
      left join blocks live on live.establishment_id = school.id and live.course_id = course.id
        and live.weekday = sheet.weekday and live.starts_at = sheet.starts_at
      where sheet.is_class and 'subject' = any(sheet.omitted) and live.course_subject_id is null`,
      'una clase necesita su asignatura',
      'la columna «asignatura»',
    ),
    {
      column: 'termino',
      sql: 'select file, line from horario where starts_at >= ends_at',
      message: () => 'el término no es posterior al inicio',
    },
    {
      column: 'inicio',
      // Compares a block with the one that ends last among those that start before it. Electives have their own check.
      sql: `select file, line, longest[2] as other_file, longest[3] as other_line from (
        select file, line, starts_at, max(ends_at) over before as latest_end,
          max(array[extract(epoch from ends_at)::integer, file, line]) over before as longest
        from resolved_horario sheet where course_row is not null
          and not exists (
            select from known_subjects subject where subject.row_no = sheet.subject_row and subject.is_elective)
        window before as (partition by course_row, weekday order by starts_at, file, line
          rows between unbounded preceding and 1 preceding)
      ) block where starts_at < latest_end`,
      message: (found, files) => `se superpone con el bloque de la fila ${otherRowText(found, files)}`,
    },
  ],
}
