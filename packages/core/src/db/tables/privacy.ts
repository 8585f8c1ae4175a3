import { staffRoles } from '@apoderados/contract/office/roles'
import { consentChannels, consentKinds, requestKinds, requestOutcomes } from '@apoderados/contract/privacy'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
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
import { id, isOneOf, moment, reference } from './columns.ts'
import { parentReference, parents, students } from './people.ts'
import { schoolReference } from './schools.ts'

/** What guardians allow or withdraw: append-only, with a row for each choice. */
export const consents = pgTable(
  'consents',
  {
    id: id().primaryKey(),
    parent_id: parentReference().notNull(),
    kind: text({ enum: consentKinds }).notNull(),
    /** The student of a consent about a photo. */
    establishment_id: reference(),
    student_id: reference(),
    is_granted: boolean().notNull(),
    /** The version and SHA-256 of the text that was shown. */
    text_version: text().notNull(),
    text_hash: text().notNull(),
    channel: text({ enum: consentChannels }).notNull(),
    /** Who of the staff noted it for the guardian; null for the guardian's own act and the operator's command. */
    staff_id: reference(),
    at: moment().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      name: 'consents_student',
      columns: [table.establishment_id, table.student_id],
      foreignColumns: [students.establishment_id, students.id],
    }).onDelete('cascade'),
    index('consents_parent').on(table.parent_id, table.kind),
    index('consents_student_photo')
      .on(table.establishment_id, table.student_id)
      .where(sql`${table.student_id} is not null`),
    check('consents_kind', isOneOf(table.kind, consentKinds)),
    check('consents_channel', isOneOf(table.channel, consentChannels)),
    check(
      'consents_about',
      sql`num_nonnulls(${table.establishment_id}, ${table.student_id}) = case ${table.kind} when 'photo' then 2 else 0 end`,
    ),
  ],
)

/** What a guardian asks of the school by the law on personal data. */
export const dataRequests = pgTable(
  'data_requests',
  {
    establishment_id: schoolReference(),
    id: id(),
    /** Who asked; null after the account was erased, with which the text is emptied. */
    parent_id: reference().references((): AnyPgColumn => parents.id, { onDelete: 'set null' }),
    /** The student whose data it is about; null for the guardian's own. The id stays after the student was erased. */
    student_id: reference(),
    /** A random UUID of the sender's device: a repeated request with the same key adds no second row. */
    key: text().notNull(),
    kind: text({ enum: requestKinds }).notNull(),
    text: text().notNull(),
    created_at: moment().notNull().defaultNow(),
    /** The last day for an answer. */
    due_on: date({ mode: 'string' }).notNull(),
    /** While true, a block is in force: no other family is shown the data. */
    freezes: boolean().notNull().default(false),
    /** When the staff was told that the day has passed. */
    overdue_told_at: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    uniqueIndex('data_requests_key').on(table.parent_id, table.key),
    index('data_requests_school').on(table.establishment_id, table.created_at),
    index('data_requests_due').on(table.due_on).where(sql`${table.overdue_told_at} is null`),
    index('data_requests_blocks')
      .on(table.establishment_id, table.parent_id, table.student_id)
      .where(sql`${table.freezes}`),
    check('data_requests_kind', isOneOf(table.kind, requestKinds)),
    check('data_requests_text', sql`char_length(${table.text}) <= 2000`),
    check('data_requests_block', sql`not ${table.freezes} or ${table.kind} = 'block'`),
  ],
)

/** What the school answers; append-only: lifting a block adds a further row. */
export const dataRequestAnswers = pgTable(
  'data_request_answers',
  {
    establishment_id: reference().notNull(),
    request_id: reference().notNull(),
    number: smallint().notNull(),
    outcome: text({ enum: requestOutcomes }).notNull(),
    text: text().notNull(),
    staff_id: reference().notNull(),
    staff_name: text().notNull(),
    role: text({ enum: staffRoles }).notNull(),
    answered_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.request_id, table.number] }),
    foreignKey({
      name: 'data_request_answers_request',
      columns: [table.establishment_id, table.request_id],
      foreignColumns: [dataRequests.establishment_id, dataRequests.id],
    }).onDelete('cascade'),
    check('data_request_answers_outcome', isOneOf(table.outcome, requestOutcomes)),
    check('data_request_answers_role', isOneOf(table.role, staffRoles)),
    check('data_request_answers_text', sql`char_length(${table.text}) between 1 and 4000`),
  ],
)

/** The school's register of breaches of the security of personal data. */
export const breaches = pgTable(
  'breaches',
  {
    establishment_id: schoolReference(),
    id: id(),
    /** What happened, and what was done about it, in the school's words. */
    what: text().notNull(),
    measures: text().notNull(),
    found_at: moment().notNull(),
    /** The span in which others could see the data. */
    starts_at: moment().notNull(),
    ends_at: moment().notNull(),
    is_sensitive: boolean().notNull(),
    /** The ids of the accounts whose data it concerns, and how many students these are guardians of. */
    parent_ids: bigint({ mode: 'number' }).array().notNull(),
    students: integer().notNull(),
    told_agency_at: moment(),
    told_csirt_at: moment(),
    told_families_at: moment(),
    staff_id: reference().notNull(),
    staff_name: text().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    check('breaches_span', sql`${table.starts_at} <= ${table.ends_at}`),
  ],
)
