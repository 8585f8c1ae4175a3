import * as z from 'zod/mini'
import { ConfigError } from '../configError.ts'

/** A backup that cannot be written or read back; its message is one line in Spanish for the operator. */
export class BackupError extends ConfigError {}

export const DAMAGED = 'el respaldo está dañado o incompleto'
export const OTHER_VERSION = 'el respaldo no es de esta versión de Apoderados ni de una anterior'
export const FORMAT = 1
/** The manifest and the totals are read into memory; larger ones are rejected. */
export const TEXT_BYTES_MAX = 4 * 2 ** 20
export const FILE_BYTES_MAX = 256 * 2 ** 20
/** The number of files that are read or written concurrently, because a file store may have a high latency. */
export const FILES_AT_ONCE = 4

export const MANIFEST = 'manifest.json'
export const TOTALS = 'totals.json'
export const partName = (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}`
export const fileName = (id: string) => `files/${id}`

/** The id of the stored file; undefined if the entry's name has another form. */
export const fileIdOf = (entry: string) => /^files\/([0-9a-f]{32})$/.exec(entry)?.[1]

const Count = z.number().check(z.int(), z.nonnegative())
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The first entry of a backup: it describes the content. */
export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
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
  /** Hash of the table's COPY text. */
  sha256: Sha256,
  /** The last id that the database generated, so that no id is used twice; null if the table has no generated ids. */
  last_id: z.nullable(Count),
})
export type TableTotal = z.infer<typeof TableTotal>

/**
 * The last entry of a backup: the counts and hashes of all other entries. If it is missing, the backup is
 * incomplete.
 */
export const Totals = z.strictObject({
  tables: z.array(TableTotal),
  /** `sha256` is one hash over the ids and contents of all files, in the order of the archive. */
  files: z.strictObject({ count: Count, bytes: Count, sha256: Sha256 }),
})
export type Totals = z.infer<typeof Totals>

export type BackupContents = { manifest: Manifest; totals: Totals }
