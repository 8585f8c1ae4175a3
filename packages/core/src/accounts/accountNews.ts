import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { appendChanges, logColumns } from '../students/changeLog.ts'

type LinkKey = { establishment_id: number; student_id: number; parent_id: number }

/** Returns the columns of a logged change of the kind 'account'. Those without a value are null. */
const accountChangeColumns = (values: Partial<Record<keyof typeof logColumns, SQL>>) => {
  const given: Record<string, SQL> = { kind: sql`'account'`, ...values }
  const columns = Object.entries(logColumns).map(
    ([name, type]) => sql`(${given[name] ?? sql`null`})::${sql.raw(type)} as ${sql.identifier(name)}`,
  )
  return sql.join(columns, sql`, `)
}

/** Logs that an operator opened or closed a link, if its guardian ever signed in. Call it last in the transaction. */
export function logAccess(
  transaction: Queryable,
  { establishment_id, student_id, parent_id }: LinkKey,
  hasAccess: boolean,
): Promise<void> {
  return appendChanges(
    transaction,
    sql`select ${accountChangeColumns({
      establishment_id: sql`enrollment.establishment_id`,
      enrollment_id: sql`enrollment.id`,
      parent_id: sql`parent.id`,
      item: sql`'link/' || enrollment.student_id || '/' || parent.id`,
      [hasAccess ? 'new_value' : 'old_value']: sql`'linked'`,
    })}
    from parents parent
    join enrollments enrollment on enrollment.establishment_id = ${establishment_id}
      and enrollment.student_id = ${student_id} and enrollment.withdrawn_on is null
    where parent.id = ${parent_id} and parent.last_login_at is not null
    order by enrollment.year desc limit 1`,
  )
}

/** Logs for all parents of a student that an operator has corrected the RUT, which the entry does not contain. */
export function logStudentRut(
  transaction: Queryable,
  { establishment_id, student_id }: Omit<LinkKey, 'parent_id'>,
): Promise<void> {
  return appendChanges(
    transaction,
    sql`select ${accountChangeColumns({
      establishment_id: sql`enrollment.establishment_id`,
      enrollment_id: sql`enrollment.id`,
      item: sql`'student_rut/' || enrollment.student_id`,
      title: sql`'student_rut'`,
      old_value: sql`'before'`,
      new_value: sql`'after'`,
    })}
    from enrollments enrollment
    where enrollment.establishment_id = ${establishment_id} and enrollment.student_id = ${student_id}
      and enrollment.withdrawn_on is null
    order by enrollment.year desc limit 1`,
  )
}

/** A part of an account, whose parent is informed when an operator changes it. It is the title in the change log. */
export type AccountField = 'email' | 'rut' | 'contact' | 'access'

/** Logs a change of an account whose parent ever signed in, at one school only, so that the parent reads it once. */
const logForParent = (
  transaction: Queryable,
  parent_id: number,
  field: AccountField,
  [before, after]: [before: string | null, after: string | null],
): Promise<void> =>
  appendChanges(
    transaction,
    sql`select ${accountChangeColumns({
      establishment_id: sql`link.establishment_id`,
      parent_id: sql`link.parent_id`,
      item: sql`${field} || '/' || link.parent_id`,
      title: sql`${field}`,
      old_value: sql`${before}`,
      new_value: sql`${after}`,
    })}
    from student_parents link
    join parents parent on parent.id = link.parent_id and parent.last_login_at is not null
    join news_settings setting on setting.establishment_id = link.establishment_id and setting.kind = 'account'
      and setting.since is not null
    where link.parent_id = ${parent_id} and link.has_access
    order by link.establishment_id limit 1`,
  )

/** Logs that an operator has opened or closed an account. The parent reads it only while the account is open. */
export const logAccountAccess = (transaction: Queryable, parent_id: number, isOpen: boolean): Promise<void> =>
  logForParent(transaction, parent_id, 'access', isOpen ? [null, 'open'] : ['open', null])

/**
 * Logs for the parent that `field` has changed, if `before` and `after` differ. The entry does not contain these
 * values. Call it last in the transaction.
 */
export async function logAccountChange(
  transaction: Queryable,
  parent_id: number,
  field: AccountField,
  [before, after]: [before: string | null, after: string],
): Promise<void> {
  if (before !== after) await logForParent(transaction, parent_id, field, ['before', 'after'])
}
