const KiB = 1024
const MiB = 1024 * KiB

/** Limits that no school's file reaches. They keep a hostile file from exhausting memory, disk or time. */
export const limits = {
  maxColumns: 256,
  /** The limit of a cell in spreadsheet programs. */
  maxCellChars: 32_767,
  /** Rows of all sheets of one import. */
  maxRows: 20_000_000,
  /** The bytes after which a row or a tag must end; an unclosed quote or angle bracket exceeds them. */
  maxOpenBytes: 2 * MiB,
  maxTagDepth: 1000,
  maxSheets: 256,
  maxTables: 100,
  /** Bytes of the shared strings of a workbook. */
  maxSharedBytes: 256 * MiB,
  maxSharedTexts: 8_000_000,
  maxNumberFormats: 65_536,
  /** Entries of an archive or a folder, including subfolders. */
  maxEntries: 200_000,
  maxNameChars: 300,
  maxReportedNames: 100,
  maxFolderDepth: 3,
  /** The uncompressed size of an entry, counted while decompressing, because an archive may declare a false size. */
  maxEntryBytes: 2048 * MiB,
  maxEntryRatio: 200,
  /** Smaller entries may have any compression ratio, as a small sheet of equal rows does. */
  unratedBytes: 16 * MiB,
  /** The limit of a workbook inside a zip, because it is read into memory. */
  maxPackedWorkbookBytes: 64 * MiB,
  maxAttachmentBytes: 20 * MiB,
  /** The first bytes of a file, by which its kind is recognised. */
  headBytes: 4 * KiB,
  /** The first row must end within these bytes, so that its separator can be found. */
  headerBytes: 64 * KiB,
  readBytes: 64 * KiB,
  rowsPerBatch: 500,
}
