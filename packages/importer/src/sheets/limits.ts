const KiB = 1024
const MiB = 1024 * KiB

/** What no file of a school reaches, and what keeps a hostile one from filling memory, disk or the day. */
export const limits = {
  maxColumns: 256,
  /** Of a spreadsheet program's own cell. */
  maxCellChars: 32_767,
  /** Of all sheets of one import. */
  maxRows: 20_000_000,
  /** Without the end of a row, or of a tag: quotes or angle brackets that nobody closed. */
  maxOpenBytes: 2 * MiB,
  maxTagDepth: 1000,
  maxSheets: 256,
  maxTables: 100,
  /** Of the texts that the cells of a workbook share. */
  maxSharedBytes: 256 * MiB,
  maxSharedTexts: 8_000_000,
  maxNumberFormats: 65_536,
  /** Of an archive or a folder, with what lies in it. */
  maxEntries: 200_000,
  maxNameChars: 300,
  maxToldNames: 100,
  maxFolderDepth: 3,
  /** Counted while inflating, whatever the archive says. */
  maxEntryBytes: 2048 * MiB,
  maxEntryRatio: 200,
  /** Below this any ratio will do: a small sheet of equal rows. */
  unratedBytes: 16 * MiB,
  /** Inside a zip it is read into memory. */
  maxPackedWorkbookBytes: 64 * MiB,
  maxAttachmentBytes: 20 * MiB,
  /** By which the type of a file is known. */
  headBytes: 4 * KiB,
  /** In which the first row must end for its separator to be found. */
  headerBytes: 64 * KiB,
  readBytes: 64 * KiB,
  rowsPerBatch: 500,
}
