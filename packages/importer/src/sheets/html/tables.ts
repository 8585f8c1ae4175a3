import { tooLong, tooWide } from '../batches.ts'
import { limits } from '../limits.ts'
import type { Row } from '../sheet.ts'
import { createMarkupReader } from './markup.ts'

/**
 * `title` is the heading above the table. `holdsTables` is true if the table contains other tables and so is only the
 * page's layout.
 */
export type Table = { index: number; title: string; holdsTables: boolean }

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'caption', 'em'])
/** Elements whose text is not visible. */
const UNSEEN = new Set(['script', 'style', 'title', 'template', 'comment'])
const BLOCKS = new Set(['p', 'div', 'li'])
const ENDS_IN_TEXT = /[^\s] *$/
const MAX_TITLE_CHARS = 100

/** Calls `onRow` at the end of each row of each table, also for blank rows. */
export function createTableReader(file: string, onRow: (table: Table, row: Row) => void) {
  const open: OpenTable[] = []
  let count = 0
  let heading = ''
  let isInHeading = false
  let unseen = 0

  function openTable() {
    const outer = open.at(-1)
    if (outer) outer.table.holdsTables = true
    const table = { index: count++, title: cleanCell(heading), holdsTables: false }
    open.push(createOpenTable(file, (row) => onRow(table, row), table))
    heading = ''
  }

  return createMarkupReader(
    file,
    {
      onOpen(name, attributes) {
        if (UNSEEN.has(name)) unseen += 1
        if (HEADINGS.has(name)) heading = ''
        if (HEADINGS.has(name)) isInHeading = true
        if (name === 'table') openTable()
        else open.at(-1)?.onOpen(name, attributes)
      },
      onClose(name) {
        if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1)
        if (HEADINGS.has(name)) isInHeading = false
        if (name === 'table') open.pop()?.end()
        else open.at(-1)?.onClose(name)
      },
      onText(text) {
        if (unseen > 0) return
        open.at(-1)?.onText(text)
        if (isInHeading && heading.length < MAX_TITLE_CHARS) heading += text.slice(0, MAX_TITLE_CHARS)
      },
    },
    { isXml: false },
  )
}

type OpenTable = ReturnType<typeof createOpenTable>

const spanOf = (text: string | undefined, max: number) => {
  const span = Number.parseInt(text ?? '1', 10)
  return span >= 1 ? Math.min(span, max) : 1
}
/**
 * Cleans the text of a cell: blanks around lines are removed, since in HTML they are only layout; line breaks are kept.
 */
const cleanCell = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/^ +|(?<! ) +$/g, ''))
    .join('\n')
    .replace(/^\n+|(?<!\n)\n+$/g, '')

function createOpenTable(file: string, onRow: (row: Row) => void, table: Table) {
  let line = 0
  let cells: string[] | undefined
  let text: string | undefined
  let columnSpan = 1
  let rowSpan = 1
  /** For each column, the number of following rows that a cell above still spans. */
  let above: number[] = []
  let below: number[] = []

  function addCell(cell: string, reachesDown: number) {
    if (!cells) return
    const column = cells.length
    if (column >= limits.maxColumns) {
      if (cell.trim() !== '') throw tooWide(file, line)
      return
    }
    cells.push(cell)
    below[column] = reachesDown
  }
  function skipReached() {
    if (!cells) return
    for (let reach = above[cells.length] ?? 0; reach > 0; reach = above[cells.length] ?? 0)
      addCell('', reach - 1)
  }
  function endCell() {
    if (text === undefined) return
    skipReached()
    for (let index = 0; index < columnSpan; index += 1)
      addCell(index === 0 ? cleanCell(text) : '', rowSpan - 1)
    text = undefined
  }
  function endRow() {
    endCell()
    if (!cells) return
    onRow({ line, cells: [...cells] })
    while (cells.length < above.length) addCell('', Math.max(0, (above[cells.length] ?? 0) - 1))
    above = below
    cells = undefined
  }
  function openRow() {
    endRow()
    line += 1
    cells = []
    below = []
  }
  function openCell({ colspan, rowspan }: Record<string, string>) {
    endCell()
    if (!cells) openRow()
    text = ''
    columnSpan = spanOf(colspan, limits.maxColumns)
    rowSpan = spanOf(rowspan, 65_534)
  }

  return {
    table,
    onOpen(name: string, attributes: Record<string, string>) {
      if (name === 'tr') openRow()
      else if (name === 'td' || name === 'th') openCell(attributes)
      else if (text !== undefined && (name === 'br' || (BLOCKS.has(name) && ENDS_IN_TEXT.test(text))))
        text += '\n'
    },
    onClose(name: string) {
      if (name === 'tr') endRow()
      else if (name === 'td' || name === 'th') endCell()
    },
    onText(piece: string) {
      if (text === undefined) return
      const blank = text === '' || text.endsWith(' ') || text.endsWith('\n')
      const collapsed = piece.replace(/[ \t\r\n\f]+/g, ' ')
      text += blank && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
      if (text.length > limits.maxCellChars) throw tooLong(file, line)
    },
    end: endRow,
  }
}
