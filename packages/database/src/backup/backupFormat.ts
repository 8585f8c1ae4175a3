import * as z from 'zod/mini'
import { ConfigError } from '../configError.ts'

/** The error that a backup cannot be written or restored. Its message is one line in Spanish for the operator. */
export class BackupError extends ConfigError {}

export const DAMAGED_MESSAGE = 'el respaldo está dañado o incompleto'
export const OTHER_VERSION_MESSAGE = 'el respaldo no es de esta versión de Apoderados ni de una anterior'
export const FORMAT_VERSION = 1
/** The manifest and the totals are read into memory, and rejected if they are larger than this. */
export const JSON_BYTES_MAX = 4 * 2 ** 20
/** A stored file in a backup is read into memory, and rejected if it is larger than this. */
export const FILE_BYTES_MAX = 256 * 2 ** 20
/** How many files are read or written at the same time, because a file store may have a high latency. */
export const FILES_AT_ONCE = 4

export const MANIFEST_NAME = 'manifest.json'
export const TOTALS_NAME = 'totals.json'
export const partEntryName = (table: string, part: number) =>
  `tables/${table}/${String(part).padStart(6, '0')}`
export const fileEntryName = (id: string) => `files/${id}`

/** Returns the id of the file from the name of its entry; undefined if the name has another form. */
export const fileIdOf = (entry: string) => /^files\/([0-9a-f]{32})$/.exec(entry)?.[1]

const Count = z.number().check(z.int(), z.nonnegative())
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The first entry of a backup, which describes the content. */
export const Manifest = z.strictObject({
  format: z.literal(FORMAT_VERSION),
  product_version: z.string(),
  created_at: z.iso.datetime(),
  migrations: z.array(z.strictObject({ at: Count, hash: z.string() })).check(z.minLength(1)),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()) })),
  /** False if the backup contains only the database. */
  holds_files: z.boolean(),
})
export type Manifest = z.infer<typeof Manifest>

export const TableTotal = z.strictObject({
  name: z.string(),
  rows: Count,
  /** Hash of the table's text in PostgreSQL's COPY format. */
  sha256: Sha256,
  /** The last id that the database generated for the table, so that none is used twice; null if it generated none. */
  last_id: z.nullable(Count),
})
export type TableTotal = z.infer<typeof TableTotal>

/** The last entry of a backup, with the counts and hashes of its content. Without it, the backup is incomplete. */
export const Totals = z.strictObject({
  tables: z.array(TableTotal),
  /** `sha256` is one hash over the ids and contents of all files, in the order of the archive. */
  files: z.strictObject({ count: Count, bytes: Count, sha256: Sha256 }),
})
export type Totals = z.infer<typeof Totals>

export type BackupContents = { manifest: Manifest; totals: Totals }
