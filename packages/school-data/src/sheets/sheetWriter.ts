import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { headerLines, type SheetName } from './headerLines.ts'

export type Cell = string | number | null

const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
/** A flush skips the sheets with fewer characters in memory than this, because many small writes are slow. */
const MIN_CHARS_PER_WRITE = 65_536
const characterToQuote = /[;"\r\n]/

const cellText = (cell: Cell): string => {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  return characterToQuote.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Creates the sheets as CSV files in `folder`, in the form in which a spreadsheet program in Chile saves them. */
export async function openSheetWriter(folder: string) {
  const sheets = {} as Record<SheetName, { text: string; file: FileHandle }>
  const counts = {} as Record<SheetName, number>
  for (const name of Object.keys(headerLines) as SheetName[]) {
    const file = await open(join(folder, `${name}.csv`), 'wx')
    sheets[name] = { text: BYTE_ORDER_MARK + headerLines[name] + LINE_END, file }
    counts[name] = 0
  }

  async function flush(minChars = MIN_CHARS_PER_WRITE): Promise<void> {
    for (const sheet of Object.values(sheets)) {
      const { text, file } = sheet
      if (text.length < minChars) continue
      sheet.text = ''
      await file.appendFile(text)
    }
  }
  return {
    /** The number of rows of each sheet, without the header. */
    counts,
    /** Adds a row, with cells in the order of the header line. The row stays in memory until `flush` or `close`. */
    add(sheet: SheetName, ...cells: Cell[]): void {
      sheets[sheet].text += cells.map(cellText).join(';') + LINE_END
      counts[sheet] += 1
    },
    /** Writes out the sheets that have at least 65,536 characters in memory, so that memory does not fill up. */
    flush: () => flush(),
    async close(): Promise<void> {
      await flush(1)
      for (const { file } of Object.values(sheets)) await file.close()
    },
  }
}
export type SheetWriter = Awaited<ReturnType<typeof openSheetWriter>>
