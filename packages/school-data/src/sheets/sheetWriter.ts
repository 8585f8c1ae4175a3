import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { columns, type SheetName } from './columns.ts'

export type Cell = string | number | null
export type SheetWriter = {
  /** Adds a row, with cells in the order of the sheet's `columns`. The row stays in memory until a flush or `close`. */
  add(sheet: SheetName, ...cells: Cell[]): void
  /** Writes the sheets whose rows in memory have at least 65,536 characters, which limits the use of memory. */
  flush(): Promise<void>
  close(): Promise<void>
  /** The number of rows of each sheet, without the header. */
  readonly counts: Readonly<Record<SheetName, number>>
}

const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
/** A flush skips a sheet with less text, since many small writes are slow. */
const MIN_CHARS_PER_WRITE = 65_536
const needsQuotes = /[;"\r\n]/

const cellText = (cell: Cell): string => {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const lineOf = (cells: readonly Cell[]): string => {
  let line = ''
  for (let index = 0; index < cells.length; index += 1) {
    line += (index === 0 ? '' : ';') + cellText(cells[index] as Cell)
  }
  return line + LINE_END
}

/** Creates the sheets as CSV files in `folder`, in the form in which a spreadsheet in Chile saves them. */
export async function openSheetWriter(folder: string): Promise<SheetWriter> {
  const names = Object.keys(columns) as SheetName[]
  const sheets = Object.fromEntries(
    names.map((name) => [name, { text: BYTE_ORDER_MARK + lineOf(columns[name]) }]),
  ) as Record<SheetName, { text: string }>
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<SheetName, number>
  const handles = new Map<SheetName, FileHandle>()
  for (const name of names) handles.set(name, await open(join(folder, `${name}.csv`), 'wx'))

  async function flush(minChars = MIN_CHARS_PER_WRITE): Promise<void> {
    for (const name of names) {
      const { text } = sheets[name]
      if (text.length < minChars) continue
      sheets[name].text = ''
      await handles.get(name)?.appendFile(text)
    }
  }
  return {
    counts,
    add(sheet, ...cells) {
      sheets[sheet].text += lineOf(cells)
      counts[sheet] += 1
    },
    flush: () => flush(),
    async close() {
      await flush(1)
      for (const handle of handles.values()) await handle.close()
    },
  }
}
