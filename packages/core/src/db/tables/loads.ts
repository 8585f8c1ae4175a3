import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { id, isOneOf, moment, reference, type TableWithSchool } from './columns.ts'
import { schoolReference } from './schools.ts'

export const loadStates = [
  'uploading',
  'checking',
  'problems',
  'review',
  'applying',
  'done',
  'undoing',
  'undone',
  'failed',
  'interrupted',
  'discarded',
] as const

export const loadSteps = ['read', 'check', 'compare', 'write'] as const

/** Loads: deliveries of a school's files, from the console or, already done, from the operator's command. */
export const loads = pgTable(
  'loads',
  {
    establishment_id: schoolReference(),
    id: id(),
    /** The member of the staff who runs the load, with the name at that time; null for the operator's command. */
    staff_id: reference(),
    staff_name: text(),
    state: text({ enum: loadStates }).notNull().default('uploading'),
    /** The sheets that are declared complete: what they lack is removed. */
    complete: text().array().notNull().default([]),
    /** When a worker took the job of the states 'checking', 'applying' and 'undoing'; null while the job waits. */
    claimed_at: moment(),
    /** The step of the job, and how much of it is done. */
    step: text({ enum: loadSteps }),
    done: bigint({ mode: 'number' }).notNull().default(0),
    total: bigint({ mode: 'number' }).notNull().default(0),
    /** What the load would change (`LoadReview`); null before the check, and after the end of the load. */
    review: jsonb(),
    /** The answers to the questions of the review (`LoadAnswers`). */
    answers: jsonb().notNull().default({}),
    /** True if the data changed after the review that was answered, so that this is a new one. */
    is_outdated: boolean().notNull().default(false),
    /** The numbers of written rows, by kind; null until the load is applied. */
    counts: jsonb(),
    /** The guardians who got a one-time password. */
    invited_ids: bigint({ mode: 'number' }).array().notNull().default([]),
    /** Why the job failed, as the staff reads it. */
    failure: text(),
    created_at: moment().notNull().defaultNow(),
    /** When the state last changed, or a file, a correction or an answer. */
    changed_at: moment().notNull().defaultNow(),
    applied_at: moment(),
    undone_at: moment(),
    undone_by: text(),
    /** The member of the staff who undoes the load; null for the operator's command. */
    undone_by_id: reference(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.id] }),
    index('loads_state').on(table.state, table.changed_at),
    check('loads_state_known', isOneOf(table.state, loadStates)),
    check('loads_step', isOneOf(table.step, loadSteps)),
  ],
)

type TableOfLoad = TableWithSchool & { load_id: AnyPgColumn }

/** A foreign key to the load; the row is deleted with it. */
const keyOfLoad = (table: TableOfLoad, name: string) =>
  foreignKey({
    name,
    columns: [table.establishment_id, table.load_id],
    foreignColumns: [loads.establishment_id, loads.id],
  }).onDelete('cascade')

/** The files of a load. Their contents are in a folder of DATA_DIR until the load ends. */
export const loadFiles = pgTable(
  'load_files',
  {
    establishment_id: reference().notNull(),
    load_id: reference().notNull(),
    /** The path as delivered, such as 'fotos/40215347.jpg'. */
    path: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** The kinds of sheets that were recognised by their headers. */
    sheets: text().array().notNull().default([]),
    /** The number of records that the check read; null before the check. */
    rows: integer(),
    uploaded_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.load_id, table.path] }),
    keyOfLoad(table, 'load_files_load'),
  ],
)

/** Cells that were corrected in the console. They replace those of the file whenever it is read again. */
export const loadCorrections = pgTable(
  'load_corrections',
  {
    establishment_id: reference().notNull(),
    load_id: reference().notNull(),
    /** The name of the sheet, as problems show it: 'colegio.xlsx › Alumnos'. */
    file: text().notNull(),
    line: integer().notNull(),
    /** The position of the cell in its row, from 0. */
    position: smallint().notNull(),
    column: text().notNull(),
    before: text().notNull(),
    value: text().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.establishment_id, table.load_id, table.file, table.line, table.position],
    }),
    keyOfLoad(table, 'load_corrections_load'),
  ],
)

/** The problems and warnings that the last check found. */
export const loadProblems = pgTable(
  'load_problems',
  {
    establishment_id: reference().notNull(),
    load_id: reference().notNull(),
    id: id(),
    is_warning: boolean().notNull(),
    file: text().notNull(),
    line: integer(),
    column: text(),
    /** The position of the cell in its row, from 0; null for a problem of the row or the file. */
    position: smallint(),
    message: text().notNull(),
    expected: text(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.load_id, table.id] }),
    keyOfLoad(table, 'load_problems_load'),
  ],
)

/** The rows of the sheets around the problems, and the header rows. */
export const loadRows = pgTable(
  'load_rows',
  {
    establishment_id: reference().notNull(),
    load_id: reference().notNull(),
    file: text().notNull(),
    line: integer().notNull(),
    is_header: boolean().notNull(),
    cells: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.load_id, table.file, table.line] }),
    keyOfLoad(table, 'load_rows_load'),
  ],
)

/** What a load wrote, for a year: for the history, and to undo the load. */
export const loadChanges = pgTable(
  'load_changes',
  {
    establishment_id: reference().notNull(),
    load_id: reference().notNull(),
    id: id(),
    /** The name of the merge that wrote the rows, such as 'notas'. */
    kind: text().notNull(),
    action: text({ enum: ['added', 'changed', 'ended'] }).notNull(),
    /**
     * Up to 1,000 rows as objects: `n` has the values after the load, `o` those before. An added row has only `n`, a
     * deleted one only `o`; any other has the changed values in both, and its key in `k`.
     */
    rows: jsonb().notNull(),
    /** The stored files that rows of this entry referred to before, which an undo needs. */
    file_ids: text().array(),
  },
  (table) => [
    primaryKey({ columns: [table.establishment_id, table.load_id, table.id] }),
    keyOfLoad(table, 'load_changes_load'),
    index('load_changes_files').on(table.load_id).where(sql`${table.file_ids} is not null`),
  ],
)
