import { maskEmail } from '../../maskEmail.ts'
import { EXISTING_SCHOOL_ADVICE, otherRowText, repeatedKeyCheck, type StagingCheck } from './stagingCheck.ts'

/** SQL for the rows of guardians whose account, `live`, this import may change, since no other school may use it. */
const OWN_ACCOUNT_ROWS = `select sheet.file, sheet.line
  from apoderados sheet join known_guardians known using (document) join parents live on live.id = known.id
  where known.document not in (select document from foreign_accounts)`

/** Warns if a row shares what the guardian has stopped sharing: the sheet may be older than the guardian's decision. */
const withdrawnSharingCheck = (column: string, what: 'phone' | 'email'): StagingCheck => ({
  column,
  sql: `${OWN_ACCOUNT_ROWS} and sheet.shares_${what} and live.withdrew_${what}`,
  message: () => 'está anotado que ya no se muestra, y sigue así',
  expected: () => '«no»; si lo volvió a autorizar, pídalo a quien administra la aplicación',
  isWarning: true,
})

const deliveredCondition = (field: string) => `('${field}' = any(sheet.omitted)) is not true`
/** SQL for the Spanish names of the fields in which a guardian's row `sheet` differs from the account `live`. */
const DIFFERING_FIELDS = Object.entries({
  nombre: `sheet.last_name <> live.last_name or sheet.name <> live.name
    and (${deliveredCondition('name')} or not starts_with(live.name, sheet.name || ' '))`,
  correo: 'sheet.email <> live.email',
  teléfono: `${deliveredCondition('phone')} and sheet.phone is distinct from live.phone`,
  'lo que comparte': `${deliveredCondition('shares_phone')} and coalesce(sheet.shares_phone, false) <> live.shares_phone
    or ${deliveredCondition('shares_email')} and coalesce(sheet.shares_email, false) <> live.shares_email`,
})
  .map(([name, differs]) => `case when ${differs} then '${name}' end`)
  .join(', ')

/** SQL for the ids of students with links in the files; their other stored links will end, unless they are blocked. */
const LISTED_STUDENTS = `select student.id from resolved_vinculos link
  join known_students student on student.row_no = link.student_row where student.id is not null`

export const guardianChecks: StagingCheck[] = [
  {
    column: null,
    sql: `select distinct on (file) file, line from apoderados where not exists (select from known_schools)
      and not exists (select from establishments)
      and not exists (select from rejected_rows where what = 'establecimientos') order by file, line`,
    message: () => 'todavía no hay ningún establecimiento',
    expected: () => EXISTING_SCHOOL_ADVICE,
  },
  {
    column: null,
    sql: `select distinct on (file) file, line, default_school.rbd,
        split_part(default_school.rbd, '-', 1) as named
      from apoderados, default_school
      where not exists (select from known_schools) and exists (select from establishments) order by file, line`,
    message: ({ rbd }) => `no existe el establecimiento ${rbd}`,
    expected: () => EXISTING_SCHOOL_ADVICE,
    refersTo: 'establecimientos',
    isReportedOnce: true,
  },
  repeatedKeyCheck('apoderados', 'document', 'numero', 'la persona está repetida'),
  {
    column: 'email',
    sql: `select file, line, other_file, other_line from (
        select file, line, document, first_value(document) over same as first_document,
          first_value(file) over same as other_file, first_value(line) over same as other_line
        from apoderados window same as (partition by email order by file, line)
      ) person where document <> first_document`,
    message: (found, files) => `el correo ya es de la persona de la fila ${otherRowText(found, files)}`,
    expected: () => 'un correo propio de cada apoderado',
  },
  {
    column: 'email',
    // Finds rows with the e-mail of another account, if this import does not change that account's e-mail.
    sql: `select sheet.file, sheet.line from apoderados sheet
      join known_guardians known using (document) join parents live on live.email = sheet.email
      where live.id is distinct from known.id and (known.id is null or known.id in (select id from email_changes))
        and live.id not in (select id from email_changes)`,
    message: () => 'el correo ya es de otra cuenta',
    expected: () => 'un correo propio de cada apoderado',
  },
  {
    column: 'email',
    sql: `${OWN_ACCOUNT_ROWS} and live.email <> sheet.email
      and (live.last_login_at is not null or live.password_hash is not null)`,
    message: () => 'la cuenta ya se usa con otro correo, que no cambia',
    expected: () => 'el de la cuenta; para cambiarlo, pídalo a quien administra la aplicación',
    isWarning: true,
  },
  {
    column: 'email',
    sql: `${OWN_ACCOUNT_ROWS} and live.email <> sheet.email and live.email_by_operator
      and live.last_login_at is null and live.password_hash is null`,
    message: () => 'la cuenta tiene otro correo, corregido por quien administra la aplicación, que no cambia',
    expected: () => 'el de la cuenta; para cambiarlo, pídalo a quien administra la aplicación',
    isWarning: true,
  },
  {
    column: 'email',
    sql: 'select file, line, old_email, new_email from email_changes',
    message: ({ old_email, new_email }) => {
      const [before, after] = [maskEmail(String(old_email)), maskEmail(String(new_email))]
      const hidden = before === after ? ', en letras que aquí no se muestran' : ''
      return `el correo con que ingresa cambia de ${before} a ${after}${hidden}`
    },
    expected: () => 'que la persona lo haya pedido: quien lea el correo nuevo podrá entrar',
    isWarning: true,
  },
  {
    column: null,
    sql: `select * from (
        select sheet.file, sheet.line, account.is_elsewhere,
          concat_ws(', ', ${DIFFERING_FIELDS}) as fields
        from apoderados sheet join foreign_accounts account using (document)
        join parents live on live.id = account.id
      ) row where fields <> ''`,
    message: ({ fields, is_elsewhere }) =>
      `la persona ${is_elsewhere ? 'tiene vínculos en otro colegio' : 'no tiene vínculos en este colegio'}: sus datos no cambian (${fields})`,
    expected: () => 'lo que ya está en su cuenta, o una entrega de todos sus colegios',
    isWarning: true,
  },
  withdrawnSharingCheck('comparte_telefono', 'phone'),
  withdrawnSharingCheck('comparte_email', 'email'),
  {
    column: 'numero',
    sql: `select sheet.file, sheet.line, split_part(document, ':', 2) as named
      from apoderados sheet left join known_guardians known using (document)
      where document not in (select document from vinculos)
        and not exists (select from student_parents live where live.parent_id = known.id
          and (not live.has_access or live.student_id not in (${LISTED_STUDENTS})))`,
    message: () => 'la persona no tiene vínculo con ningún estudiante',
    isWarning: true,
    refersTo: 'vinculos',
  },
]
