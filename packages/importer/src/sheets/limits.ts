const KiB = 1024
const MiB = 1024 * KiB

/** Limits far above a school's needs, so that no hostile file exhausts memory or time; and sizes of readings. */
export const limits = {
  maxColumns: 256,
  /** The maximum number of characters that spreadsheet programs allow in a cell. */
  maxCellChars: 32_767,
  /** The maximum number of rows of all sheets of one import together. */
  maxRows: 20_000_000,
  /** A row or tag must end within this many bytes; one with an unclosed quote or angle bracket does not. */
  maxOpenBytes: 2 * MiB,
  maxTagDepth: 1000,
  maxSheets: 256,
  maxTables: 100,
  /** The maximum number of bytes of the shared strings of a workbook. */
  maxSharedBytes: 256 * MiB,
  maxSharedTexts: 8_000_000,
  maxNumberFormats: 65_536,
  /** The maximum number of entries of an archive, or of files in a folder and its subfolders. */
  maxEntries: 200_000,
  maxNameChars: 300,
  maxReportedNames: 100,
  maxFolderDepth: 3,
  /** The maximum unpacked size of an entry, counted while it is unpacked: an archive may declare a false size. */
  maxEntryBytes: 2048 * MiB,
  maxEntryRatio: 200,
  /** Up to this many unpacked bytes, an entry may have any compression ratio, since equal rows compress very well. */
  unratedBytes: 16 * MiB,
  /** The maximum unpacked size of a workbook inside a zip, because it is read into memory. */
  maxPackedWorkbookBytes: 64 * MiB,
  maxAttachmentBytes: 20 * MiB,
  /** The kind of a file is recognised by this many first bytes. */
  headBytes: 4 * KiB,
  /** The separator of a CSV file is searched in the first row, up to this many bytes. */
  headerBytes: 64 * KiB,
  readBytes: 64 * KiB,
  rowsPerBatch: 500,
}
