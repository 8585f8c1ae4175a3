import type { Queryable } from '@apoderados/core/db/client/open'
import { excuses } from '@apoderados/core/db/tables/excuses'
import { studentParents } from '@apoderados/core/db/tables/people'
import { arrears } from '@apoderados/core/db/tables/records'
import { sql } from 'drizzle-orm'

const EXCUSES_MAX = 6
const DAYS_BACK = 30

/** What the guardians wrote, one after the other. */
const texts = [
  ['transport', 'El bus se retrasó por un accidente en el camino.'],
  ['errand', 'Teníamos una hora en el Registro Civil a primera hora.'],
  ['family', 'Acompañó a su abuela esa mañana.'],
  ['transport', 'Se suspendió el metro en nuestra línea.'],
] as const

/** Adds the justification of each of the newest late arrivals that wait for an answer. */
export async function insertDemoExcuses(db: Queryable, now: Date): Promise<void> {
  const cases = texts.map(([reason, text], index) => sql`(${index}::int, ${reason}, ${text})`)
  await db.execute(sql`insert into ${excuses}
      (establishment_id, enrollment_id, parent_id, key, kind, from_day, to_day, reason, text, created_at)
    select late.establishment_id, late.enrollment_id, late.parent_id, gen_random_uuid()::text, 'arrear',
      late.day, late.day, written.reason, written.text, least(late.date_late + interval '9 hours', ${now.toISOString()})
    from (
      select arrear.establishment_id, arrear.enrollment_id, guardian.parent_id, arrear.date_late,
        (arrear.date_late at time zone 'America/Santiago')::date as day,
        row_number() over (order by arrear.date_late desc, arrear.id) - 1 as position
      from ${arrears} arrear
      join enrollments enrollment on enrollment.establishment_id = arrear.establishment_id
        and enrollment.id = arrear.enrollment_id
      join lateral (select min(link.parent_id) as parent_id from ${studentParents} link
        where link.establishment_id = arrear.establishment_id and link.student_id = enrollment.student_id
          and link.has_access) guardian on guardian.parent_id is not null
      where arrear.status = 'pending' and arrear.date_late > ${now.toISOString()}::timestamptz - ${DAYS_BACK} * interval '1 day'
    ) late
    join (values ${sql.join(cases, sql`, `)}) written (position, reason, text)
      on written.position = late.position % ${texts.length}
    where late.position < ${EXCUSES_MAX}`)
}
