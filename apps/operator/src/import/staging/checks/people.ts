import type { SheetName } from '../../records.ts'
import { type Check, EXISTING_SCHOOL, missing, otherRow, repeated, unknownSchool, untold } from './check.ts'

/** A sheet may be older than the guardian's word to the school. */
const withdrawn = (column: string, what: 'phone' | 'email'): Check => ({
  column,
  sql: `select sheet.file, sheet.line from apoderados sheet join known_guardians known using (document)
    join parents live on live.id = known.id where sheet.shares_${what} and live.withdrew_${what}`,
  message: () => 'está anotado que ya no se muestra, y sigue así',
  expected: () => '«no»; si lo volvió a autorizar: npm run admin -- account share',
  isWarning: true,
})

/** With the live link, where there is one. */
const LINKS = `select link.file, link.line from resolved_vinculos link
  left join known_students student on student.k = link.student_k
  left join known_guardians guardian on guardian.document = link.document
  left join student_parents live on live.student_id = student.id and live.parent_id = guardian.id`

/** Students, guardians and who belongs to whom. */
export const peopleChecks: Partial<Record<SheetName, Check[]>> = {
  alumnos: [
    unknownSchool('alumnos'),
    {
      column: 'letra_curso',
      sql: `select file, line, course_name || ' ' || letter as named, course_choices as choices
        from resolved_alumnos where course_k is null and rbd in (select rbd from known_schools) and year is not null`,
      message: (found) => missing('course_k', found, `no existe el curso «${found.named}»`),
      expected: () => 'un curso de la hoja cursos',
      namesA: 'cursos',
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
    repeated(
      'resolved_alumnos where withdrawn_on is null',
      'rbd, year, rut',
      'run',
      'el estudiante está repetido sin fecha de retiro',
    ),
    repeated(
      'resolved_alumnos where course_k is not null',
      'course_k, rut',
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
      // A place with a date is over, whatever the date.
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
  apoderados: [
    {
      column: null,
      sql: `select distinct on (file) file, line from apoderados where not exists (select from known_schools)
      and not exists (select from establishments) and not exists (select from left_out where what = 'establecimientos') order by file, line`,
      message: () => 'todavía no hay ningún establecimiento',
      expected: () => EXISTING_SCHOOL,
    },
    repeated('apoderados', 'document', 'numero', 'la persona está repetida'),
    {
      column: 'email',
      sql: `select file, line, other_file, other_line from (
        select file, line, document, first_value(document) over same as first_document,
          first_value(file) over same as other_file, first_value(line) over same as other_line
        from apoderados window same as (partition by email order by file, line)
      ) person where document <> first_document`,
      message: (found, files) => `el correo ya es de la persona de la fila ${otherRow(found, files)}`,
      expected: () => 'un correo propio de cada apoderado',
    },
    {
      column: 'email',
      sql: `select sheet.file, sheet.line from apoderados sheet join parents live on live.email = sheet.email
      where sheet.document is distinct from coalesce('rut:' || live.rut, live.foreign_document)
        and not exists (select from apoderados moved
          where moved.document = coalesce('rut:' || live.rut, live.foreign_document) and moved.email <> live.email
            and live.last_login_at is null and not live.email_by_operator) -- else it keeps what it has
        and not exists (select from known_guardians known join parents own on own.id = known.id
          where known.document = sheet.document and own.email_by_operator)`,
      message: () => 'el correo ya es de otra cuenta',
      expected: () => 'un correo propio de cada apoderado',
    },
    {
      column: 'email',
      sql: `select sheet.file, sheet.line from apoderados sheet join known_guardians known using (document)
      join parents live on live.id = known.id where live.email <> sheet.email and live.last_login_at is not null`,
      message: () => 'la cuenta ya se usa con otro correo, que no cambia',
      expected: () => 'para cambiarlo: npm run admin -- account set-email',
      isWarning: true,
    },
    {
      column: 'email',
      sql: `select sheet.file, sheet.line from apoderados sheet join known_guardians known using (document)
      join parents live on live.id = known.id
      where live.email <> sheet.email and live.email_by_operator and live.last_login_at is null`,
      message: () =>
        'la cuenta tiene otro correo, corregido por quien administra la aplicación, que no cambia',
      expected: () => 'el de la cuenta; para cambiarlo: npm run admin -- account set-email',
      isWarning: true,
    },
    withdrawn('comparte_telefono', 'phone'),
    withdrawn('comparte_email', 'email'),
    {
      column: 'numero',
      sql: `select file, line, split_part(document, ':', 2) as named from apoderados
        where document not in (select document from vinculos)`,
      message: () => 'la persona no tiene vínculo con ningún estudiante en estos archivos',
      isWarning: true,
      namesA: 'vinculos',
    },
  ],
  vinculos: [
    unknownSchool('vinculos'),
    {
      column: 'run_alumno',
      sql: `select file, line, student_rut as named from resolved_vinculos
        where student_k is null and (rbd is null or rbd in (select rbd from known_schools))`,
      message: ({ named }) => `no existe «${named}»`,
      expected: () => 'el RUN de alguien de la hoja alumnos',
      namesA: 'alumnos',
    },
    {
      column: 'doc_apoderado',
      sql: `select file, line, split_part(document, ':', 2) as named from vinculos
        where document not in (select document from known_guardians)`,
      message: () => 'no existe esa persona',
      expected: () => 'el documento de alguien de la hoja apoderados',
      namesA: 'apoderados',
    },
    repeated(
      'resolved_vinculos where student_k is not null',
      'student_k, document',
      'doc_apoderado',
      'el vínculo está repetido',
    ),
    untold(
      'parentesco',
      `${LINKS} where 'other_type' = any(link.omitted) and link.parent_type = 'other'
        and coalesce(link.other_type, live.other_type) is null`,
      'falta decir cuál',
      'la columna «detalle_otro»',
    ),
    untold(
      'acceso',
      `${LINKS} where 'no_access_reason' = any(link.omitted) and not link.has_access
        and live.has_access is not false`,
      'falta el motivo',
      'la columna «motivo_sin_acceso»',
    ),
    {
      column: 'acceso',
      sql: `select link.file, link.line from resolved_vinculos link
      join known_students student on student.k = link.student_k
      join known_guardians guardian on guardian.document = link.document
      join student_parents live on live.student_id = student.id and live.parent_id = guardian.id
      where link.has_access and not live.has_access`,
      message: () => 'el acceso está bloqueado y sigue así',
      expected: () => 'para devolverlo: npm run admin -- link restore',
      isWarning: true,
    },
  ],
}
