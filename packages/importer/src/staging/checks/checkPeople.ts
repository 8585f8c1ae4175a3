import type { SheetName } from '../../sheetRecords.ts'
import { guardianChecks } from './checkGuardians.ts'
import { neededColumnCheck, repeatedKeyCheck, type StagingCheck, unresolvedMessage } from './stagingCheck.ts'

/** SQL that selects the rows of links, alias `link`, each with its live link, alias `live`, if there is one. */
const LINK_ROWS = `select link.file, link.line from resolved_vinculos link
  left join known_students student on student.row_no = link.student_row
  left join known_guardians guardian on guardian.document = link.document
  left join student_parents live on live.student_id = student.id and live.parent_id = guardian.id`

/** Checks of students, guardians and links. */
export const peopleChecks: Partial<Record<SheetName, StagingCheck[]>> = {
  alumnos: [
    {
      column: 'letra_curso',
      sql: `select file, line, course_name || ' ' || letter as named, course_choices as choices
        from resolved_alumnos where course_row is null and rbd in (select rbd from known_schools) and year is not null`,
      message: (found) => unresolvedMessage('course_row', found, `no existe el curso «${found.named}»`),
      expected: () => 'un curso de la hoja cursos',
      refersTo: 'cursos',
    },
    {
      column: 'cod_tipo_ensenanza',
      sql: `select distinct on (rbd, year, named, teaching) file, line, named, first_teaching from (
        select file, line, rbd, year, course_name || ' ' || letter as named, teaching,
          first_value(teaching) over same as first_teaching
        from alumnos where teaching is not null
        window same as (partition by rbd, year, course_name, letter order by file, line)
      ) pupil where teaching <> first_teaching order by rbd, year, named, teaching, file, line`,
      message: ({ named, first_teaching }) =>
        `el curso «${named}» ya viene con el código de enseñanza ${first_teaching}`,
      expected: () => 'ese código, u otra letra si es otro curso',
    },
    repeatedKeyCheck(
      'resolved_alumnos where withdrawn_on is null',
      'rbd, year, rut',
      'run',
      'el estudiante está repetido sin fecha de retiro',
    ),
    repeatedKeyCheck(
      'resolved_alumnos where course_row is not null',
      'course_row, rut',
      'run',
      'el estudiante está repetido en el curso',
    ),
    {
      column: 'fecha_retiro',
      sql: 'select file, line from alumnos where withdrawn_on < enrolled_on',
      message: () => 'la fecha de retiro es anterior a la de incorporación',
    },
    {
      column: 'fecha_retiro',
      // An enrollment with a withdrawal date has ended, even if the date is in the future.
      sql: `select sheet.file, sheet.line from alumnos sheet join known_schools school using (rbd)
        where sheet.withdrawn_on > (now() at time zone school.time_zone)::date`,
      message: () => 'la fecha de retiro es futura: la familia deja de ver lo de ese curso desde esta carga',
      expected: () => 'la celda vacía hasta que llegue ese día',
      isWarning: true,
    },
    {
      column: 'run',
      sql: `select file, line from resolved_alumnos
        where 'withdrawn_on' = any(omitted) and withdrawn_on is not null`,
      message: () => 'su matrícula terminó y sigue así: falta la columna con la fecha de retiro',
      expected: () => '«fecha_retiro», con la celda vacía de quien vuelve',
      isWarning: true,
    },
    {
      column: 'run',
      sql: `select file, line, other from (
        select file, line, rbd, min(rbd) over (partition by year, rut) as other from alumnos where withdrawn_on is null
      ) place where rbd <> other`,
      message: ({ other }) => `el estudiante también está en el establecimiento ${other}`,
      isWarning: true,
    },
  ],
  apoderados: guardianChecks,
  vinculos: [
    {
      column: 'run_alumno',
      sql: `select file, line, student_rut as named from resolved_vinculos
        where student_row is null and exists (select from known_schools)
          and (rbd is null or rbd in (select rbd from known_schools))`,
      message: ({ named }) => `no existe «${named}»`,
      expected: () => 'el RUN de alguien de la hoja alumnos',
      refersTo: 'alumnos',
    },
    {
      column: 'doc_apoderado',
      sql: `select file, line, split_part(document, ':', 2) as named from vinculos
        where document not in (select document from known_guardians)`,
      message: () => 'no existe esa persona',
      expected: () => 'el documento de alguien de la hoja apoderados',
      refersTo: 'apoderados',
    },
    repeatedKeyCheck(
      'resolved_vinculos where student_row is not null',
      'student_row, document',
      'doc_apoderado',
      'el vínculo está repetido',
    ),
    neededColumnCheck(
      'parentesco',
      `${LINK_ROWS} where 'other_type' = any(link.omitted) and link.parent_type = 'other'
        and coalesce(link.other_type, live.other_type) is null`,
      'falta decir cuál',
      'la columna «detalle_otro»',
    ),
    neededColumnCheck(
      'acceso',
      `${LINK_ROWS} where 'no_access_reason' = any(link.omitted) and not link.has_access
        and live.has_access is not false`,
      'falta el motivo',
      'la columna «motivo_sin_acceso»',
    ),
    {
      column: 'doc_apoderado',
      sql: 'select file, line from withheld_links',
      message: () =>
        'la cuenta no es de este colegio, y su correo no está en esta entrega: el vínculo no se agrega',
      expected: () =>
        'en apoderados, su fila con el correo de la cuenta; o que lo corrija quien administra la aplicación',
      isWarning: true,
    },
    {
      column: 'acceso',
      sql: `${LINK_ROWS} where link.has_access and not live.has_access`,
      message: () => 'el acceso está bloqueado y sigue así',
      expected: () => '«no»; para devolverlo, pídalo a quien administra la aplicación',
      isWarning: true,
    },
  ],
}
