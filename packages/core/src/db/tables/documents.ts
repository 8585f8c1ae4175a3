import { documentKinds } from '@apoderados/contract/documents'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { fileId, id, isOneOf, keyOfSchool, moment, reference } from './columns.ts'
import { parents, students } from './people.ts'
import { schoolReference } from './schools.ts'

/** What a school's documents with folio show besides the data, and which kinds the school issues. */
export const documentSettings = pgTable('document_settings', {
  establishment_id: schoolReference().primaryKey(),
  kinds: text({ enum: documentKinds }).array().notNull().default([]),
  /** Who signs, and as what: 'Director'. */
  signer_name: text().notNull().default(''),
  signer_title: text().notNull().default(''),
  signature_id: fileId(),
  /** The logo on documents; null for the school's logo of the app. */
  logo_id: fileId(),
})

/** A job that issues one document to each student of some courses. Its documents refer to it. */
export const documentBatches = pgTable(
  'document_batches',
  {
    establishment_id: schoolReference(),
    id: id(),
    kind: text({ enum: documentKinds }).notNull(),
    course_ids: reference().array().notNull(),
    /** The names of the courses, for lists. */
    courses: text().notNull(),
    total: integer().notNull(),
    staff_id: reference().notNull(),
    staff_name: text().notNull(),
    created_at: moment().notNull().defaultNow(),
    ended_at: moment(),
    /** What the staff reads if the job failed; null otherwise. */
    failure: text(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    index('document_batches_open').on(table.created_at).where(sql`${table.ended_at} is null`),
    check('document_batches_kind', isOneOf(table.kind, documentKinds)),
  ],
)

/** An issued document. A row is changed only by a revocation, and by the count of its checks. */
export const issuedDocuments = pgTable(
  'issued_documents',
  {
    establishment_id: schoolReference(),
    /** 80 random bits in Crockford's base 32, without dashes. */
    folio: text().notNull(),
    kind: text({ enum: documentKinds }).notNull(),
    student_id: reference().notNull(),
    enrollment_id: reference().notNull(),
    year: smallint().notNull(),
    course: text().notNull(),
    /** What the public check shows of the student: 'M. A. S. H.' and the end of the RUN, '001-1'. */
    initials: text().notNull(),
    run_end: text(),
    /** The guardian who asked for it; null if the staff issued it, and after the account was erased. */
    parent_id: reference().references((): AnyPgColumn => parents.id, { onDelete: 'set null' }),
    /** The member of the staff who issued it; null if a guardian asked for it. */
    staff_name: text(),
    batch_id: reference(),
    issued_at: moment().notNull().defaultNow(),
    /** The day of issue by the school's clock; the data are those until this day. */
    issued_on: date({ mode: 'string' }).notNull(),
    /** SHA-256 of the data, which tells whether they have changed since. */
    fingerprint: text().notNull(),
    file_id: text().notNull(),
    file_hash: text().notNull(),
    file_bytes: integer().notNull(),
    /** Whether the file has a digital signature. */
    is_signed: boolean().notNull(),
    revoked_at: moment(),
    revoked_by: text(),
    revoke_reason: text(),
    checks: integer().notNull().default(0),
    checked_at: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.folio] }),
    keyOfSchool(table, table.student_id, students).onDelete('cascade'),
    uniqueIndex('issued_documents_folio').on(table.folio),
    uniqueIndex('issued_documents_file').on(table.file_id),
    index('issued_documents_student').on(
      table.establishment_id,
      table.student_id,
      table.kind,
      table.issued_on,
    ),
    index('issued_documents_time').on(table.establishment_id, table.issued_at),
    index('issued_documents_parent').on(table.parent_id),
    // One document of a job for each student, also if the job is repeated after an interruption.
    uniqueIndex('issued_documents_batch').on(table.establishment_id, table.batch_id, table.student_id),
    check('issued_documents_kind', isOneOf(table.kind, documentKinds)),
    check('issued_documents_revoked', sql`(${table.revoked_at} is null) = (${table.revoke_reason} is null)`),
  ],
)
