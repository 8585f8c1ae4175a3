const KiB = 1024
const MiB = 1024 * KiB

/** Limits that no school's file reaches. They keep a hostile file from exhausting memory, disk or time. */
export const limits = {
  maxColumns: 256,
  /** The limit of a cell in spreadsheet programs. */
  maxCellChars: 32_767,
  /** Rows of all sheets of one import. */
  maxRows: 20_000_000,
  /** Bytes without the end of a row or a tag, as after unclosed quotes or angle brackets. */
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
  /** Counted while decompressing, whatever size the archive declares. */
  maxEntryBytes: 2048 * MiB,
  maxEntryRatio: 200,
  /** Smaller entries may have any ratio, such as a small sheet of equal rows. */
  unratedBytes: 16 * MiB,
  /** A workbook inside a zip is read into memory. */
  maxPackedWorkbookBytes: 64 * MiB,
  maxAttachmentBytes: 20 * MiB,
  /** The first bytes of a file, by which its kind is recognised. */
  headBytes: 4 * KiB,
  /** The first row must end within these bytes, so that its separator can be found. */
  headerBytes: 64 * KiB,
  readBytes: 64 * KiB,
  rowsPerBatch: 500,
}
