import { recordKinds } from '@apoderados/contract/privacy'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { id, isOneOf, moment, reference } from './columns.ts'
import { parentReference, students } from './people.ts'

/** The audit log. A trigger refuses updates, and deletions except the retention job's after 24 months (R30). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id().primaryKey(),
    at: moment().notNull().defaultNow(),
    action: text().notNull(),
    parent_id: bigint({ mode: 'number' }),
    establishment_id: bigint({ mode: 'number' }),
    student_id: bigint({ mode: 'number' }),
    session_id: text(),
    address: text(),
    detail: jsonb(),
    /** The staff member who acted in the console; null for a parent, an operator and an unknown e-mail. */
    staff_id: bigint({ mode: 'number' }),
  },
  (table) => [
    index('audit_log_school').on(table.establishment_id, table.at),
    // Reads of contacts and documents, which are many, are not in the register.
    index('audit_log_student')
      .on(table.establishment_id, table.student_id, table.at)
      .where(
        sql`${table.student_id} is not null and ${table.action} not in ('contacts_read', 'document_read')`,
      ),
    index('audit_log_at').on(table.at),
    index('audit_log_parent').on(table.parent_id, table.at),
    // Finds the last backup among the operator's actions, which are few.
    index('audit_log_operator').on(table.at).where(sql`${table.action} = 'operator'`),
    // Reads of contacts are recorded once per parent, student and day in Chile.
    uniqueIndex('audit_log_contacts')
      .on(table.parent_id, table.student_id, sql`((${table.at} at time zone 'America/Santiago')::date)`)
      .where(sql`${table.action} = 'contacts_read'`),
  ],
)

/** On which days a guardian read what kind of a student's records. The audit log has what is rarer. */
export const recordReads = pgTable(
  'record_reads',
  {
    establishment_id: reference().notNull(),
    student_id: reference().notNull(),
    /** The day in Chile. */
    day: date({ mode: 'string' }).notNull().default(sql`(now() at time zone 'America/Santiago')::date`),
    parent_id: parentReference().notNull(),
    kind: text({ enum: recordKinds }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'record_reads_pk',
      columns: [table.establishment_id, table.student_id, table.day, table.parent_id, table.kind],
    }),
    foreignKey({
      name: 'record_reads_student',
      columns: [table.establishment_id, table.student_id],
      foreignColumns: [students.establishment_id, students.id],
    }).onDelete('cascade'),
    index('record_reads_parent').on(table.parent_id, table.day),
    index('record_reads_day').on(table.day),
    check('record_reads_kind', isOneOf(table.kind, recordKinds)),
  ],
)
