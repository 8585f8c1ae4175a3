import { attachmentStates, excuseKinds, excuseReasons, excuseVerdicts } from '@apoderados/contract/excuses'
import { staffRoles } from '@apoderados/contract/office/roles'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { fileId, id, isOneOf, keyOfSchool, moment, reference } from './columns.ts'
import { enrollments, parents } from './people.ts'

/**
 * What a guardian wrote to justify a late arrival or absences. It names days, not rows of `arrears` and `attendance`,
 * so that no import can lose it. Nobody changes it but to withdraw it; a trigger refuses that after a decision.
 */
export const excuses = pgTable(
  'excuses',
  {
    establishment_id: reference().notNull(),
    id: id(),
    enrollment_id: reference().notNull(),
    /** The guardian who sent it; null after the account was erased. */
    parent_id: reference().references((): AnyPgColumn => parents.id, { onDelete: 'set null' }),
    /** A random UUID of the sender's device: a repeated request with the same key adds no second row. */
    key: text().notNull(),
    kind: text({ enum: excuseKinds }).notNull(),
    from_day: date({ mode: 'string' }).notNull(),
    to_day: date({ mode: 'string' }).notNull(),
    reason: text({ enum: excuseReasons }).notNull(),
    text: text().notNull(),
    created_at: moment().notNull().defaultNow(),
    withdrawn_at: moment(),
    /** The name and size of the file as the sender announced them; null without an attachment. */
    attachment_name: text(),
    attachment_bytes: integer(),
    attachment_state: text({ enum: attachmentStates }),
    attachment_id: fileId(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    keyOfSchool(table, table.enrollment_id, enrollments).onDelete('cascade'),
    uniqueIndex('excuses_key').on(table.parent_id, table.key),
    index('excuses_enrollment').on(table.establishment_id, table.enrollment_id, table.from_day),
    index('excuses_school').on(table.establishment_id, table.created_at),
    index('excuses_attachment').on(table.attachment_id).where(sql`${table.attachment_id} is not null`),
    check('excuses_kind', isOneOf(table.kind, excuseKinds)),
    check('excuses_reason', isOneOf(table.reason, excuseReasons)),
    check('excuses_days', sql`${table.from_day} <= ${table.to_day}`),
    check('excuses_text', sql`char_length(${table.text}) <= 500`),
    check('excuses_attachment_state', isOneOf(table.attachment_state, attachmentStates)),
  ],
)

/** The decisions about a justification, of which the last one is in force. A trigger refuses updates. */
export const excuseDecisions = pgTable(
  'excuse_decisions',
  {
    establishment_id: reference().notNull(),
    excuse_id: reference().notNull(),
    /** 1 for the first decision; a further one settles a sheet that disagreed with the one before. */
    number: smallint().notNull(),
    state: text({ enum: excuseVerdicts }).notNull(),
    explanation: text(),
    staff_id: reference().notNull(),
    /** The name and the role of the member of the staff at that time. */
    staff_name: text().notNull(),
    role: text({ enum: staffRoles }).notNull(),
    /** What the sheets said then (`SheetStatus`), so that the same difference asks once. */
    sheet_status: text(),
    decided_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.excuse_id, table.number] }),
    foreignKey({
      columns: [table.establishment_id, table.excuse_id],
      foreignColumns: [excuses.establishment_id, excuses.id],
    }).onDelete('cascade'),
    check('excuse_decisions_state', isOneOf(table.state, excuseVerdicts)),
    check('excuse_decisions_role', isOneOf(table.role, staffRoles)),
    check(
      'excuse_decisions_explanation',
      sql`char_length(${table.explanation}) <= 500 and (${table.state} = 'justified' or ${table.explanation} is not null)`,
    ),
  ],
)
