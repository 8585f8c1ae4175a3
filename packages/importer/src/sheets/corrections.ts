import type { Sheet } from './sheet.ts'

/** A cell that replaces the one of a sheet; `position` counts the cells of the row from 0. */
export type Correction = { file: string; line: number; position: number; value: string }

/** Returns the sheets with the corrected cells, whenever their rows are read. */
export function withCorrections(sheets: Sheet[], corrections: readonly Correction[]): Sheet[] {
  const byFile = Map.groupBy(corrections, ({ file }) => file)
  return sheets.map((sheet) => {
    const ofSheet = byFile.get(sheet.file)
    return ofSheet ? correctedSheet(sheet, ofSheet) : sheet
  })
}

function correctedSheet(sheet: Sheet, corrections: Correction[]): Sheet {
  const byLine = Map.groupBy(corrections, ({ line }) => line)
  return {
    ...sheet,
    async *rows(onProgress) {
      for await (const rows of sheet.rows(onProgress)) {
        for (const { line, cells, unread } of rows) {
          for (const { position, value } of byLine.get(line) ?? []) {
            while (cells.length < position) cells.push('')
            cells[position] = value
            unread?.delete(position)
          }
        }
        yield rows
      }
    },
    get merged() {
      return sheet.merged
    },
  } as Sheet
}
