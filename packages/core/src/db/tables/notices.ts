import { noticeAudiences, noticeStates } from '@apoderados/contract/office/notices'
import { staffRoles } from '@apoderados/contract/office/roles'
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
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { id, isOneOf, moment, reference, type TableWithSchool } from './columns.ts'
import { parentReference } from './people.ts'
import { schoolReference } from './schools.ts'

/** What the school writes to families, who may be asked for a receipt. It is a draft until it is sent. */
export const notices = pgTable(
  'notices',
  {
    establishment_id: schoolReference(),
    id: id(),
    state: text({ enum: noticeStates }).notNull().default('draft'),
    /** The member of the staff who sent it or, before, began it, with name and role at that time. */
    staff_id: reference().notNull(),
    staff_name: text().notNull(),
    staff_role: text({ enum: staffRoles }).notNull(),
    audience: text({ enum: noticeAudiences }).notNull().default('courses'),
    /** The levels of the audience 'level', such as '5° Básico'; `course_ids` has their courses. */
    levels: text().array().notNull().default([]),
    course_ids: bigint({ mode: 'number' }).array().notNull().default([]),
    /** The students of the audience 'families'. */
    student_ids: bigint({ mode: 'number' }).array().notNull().default([]),
    /** What the draft says or, once it is sent, its current version. */
    title: text().notNull().default(''),
    body: text().notNull().default(''),
    file_ids: text().array().notNull().default([]),
    asks_receipt: boolean().notNull().default(false),
    /** When it is to be sent; null for a draft to be sent at once. */
    send_at: moment(),
    /** The last day on which families see it; null for no end. */
    ends_on: date({ mode: 'string' }),
    /** The number of the current version; 0 before the notice is sent. */
    version: integer().notNull().default(0),
    sent_at: moment(),
    withdrawn_at: moment(),
    withdrawn_by: text(),
    reminded_at: moment(),
    created_at: moment().notNull().defaultNow(),
    /** Who last changed it, and when: a colleague's save with an older time is refused. */
    changed_by: text().notNull(),
    changed_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    index('notices_state').on(table.establishment_id, table.state, table.sent_at),
    index('notices_due').on(table.send_at).where(sql`${table.state} = 'scheduled'`),
    check('notices_state_known', isOneOf(table.state, noticeStates)),
    check('notices_audience', isOneOf(table.audience, noticeAudiences)),
    check('notices_role', isOneOf(table.staff_role, staffRoles)),
    check('notices_sent', sql`(${table.version} > 0) = (${table.sent_at} is not null)`),
  ],
)

/** A foreign key to the notice; the row is deleted with it. */
const keyOfNotice = (table: TableWithSchool & { notice_id: AnyPgColumn }, name: string) =>
  foreignKey({
    name,
    columns: [table.establishment_id, table.notice_id],
    foreignColumns: [notices.establishment_id, notices.id],
  }).onDelete('cascade')

/** The documents of a notice: those of its versions and those that its draft has had. */
export const noticeFiles = pgTable(
  'notice_files',
  {
    establishment_id: reference().notNull(),
    notice_id: reference().notNull(),
    file_id: text().notNull(),
    name: text().notNull(),
    bytes: integer().notNull(),
    /** SHA-256 of the stored file, in hexadecimal. */
    hash: text().notNull(),
    added_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.notice_id, table.file_id] }),
    keyOfNotice(table, 'notice_files_notice'),
    uniqueIndex('notice_files_file').on(table.file_id),
  ],
)

/** What families read of a notice: the first version, and one for each correction. A row is never changed. */
export const noticeVersions = pgTable(
  'notice_versions',
  {
    establishment_id: reference().notNull(),
    notice_id: reference().notNull(),
    version: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    file_ids: text().array().notNull(),
    /** SHA-256 of title, text, and the names and hashes of the documents, in hexadecimal. */
    hash: text().notNull(),
    staff_name: text().notNull(),
    published_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.notice_id, table.version] }),
    keyOfNotice(table, 'notice_versions_notice'),
    unique('notice_versions_hash').on(table.establishment_id, table.notice_id, table.version, table.hash),
  ],
)

/** That a guardian has received a version of a notice. A row is never changed; the database sets its time. */
export const noticeReceipts = pgTable(
  'notice_receipts',
  {
    establishment_id: reference().notNull(),
    notice_id: reference().notNull(),
    version: integer().notNull(),
    parent_id: parentReference().notNull(),
    hash: text().notNull(),
    received_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.notice_id, table.version, table.parent_id] }),
    foreignKey({
      name: 'notice_receipts_version',
      columns: [table.establishment_id, table.notice_id, table.version, table.hash],
      foreignColumns: [
        noticeVersions.establishment_id,
        noticeVersions.notice_id,
        noticeVersions.version,
        noticeVersions.hash,
      ],
    }).onDelete('cascade'),
    index('notice_receipts_parent').on(table.parent_id),
  ],
)

/** The last version of a notice that a guardian has opened. */
export const noticeReads = pgTable(
  'notice_reads',
  {
    parent_id: parentReference().notNull(),
    establishment_id: reference().notNull(),
    notice_id: reference().notNull(),
    version: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.parent_id, table.establishment_id, table.notice_id] }),
    keyOfNotice(table, 'notice_reads_notice'),
  ],
)
