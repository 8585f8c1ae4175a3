import { tooLongError, tooWideError } from '../batches.ts'
import { limits } from '../limits.ts'
import type { Row } from '../sheet.ts'
import { createMarkupReader } from './markup.ts'

/**
 * A table of a page; `index` is its number in the page, from 0. `title` is the heading above it, '' without one.
 * `holdsTables` is true if the table contains other tables, and so is only the page's layout.
 */
export type Table = { index: number; title: string; holdsTables: boolean }

const HEADING_ELEMENTS = new Set(['h1', 'h2', 'h3', 'h4', 'caption', 'em'])
/** The elements whose text the page does not show. */
const HIDDEN_ELEMENTS = new Set(['script', 'style', 'title', 'template', 'comment'])
const BLOCK_ELEMENTS = new Set(['p', 'div', 'li'])
const TEXT_AT_END = /[^\s] *$/
/** Once a heading has this many characters, the rest of it is ignored. */
const TITLE_LENGTH_LIMIT = 100

/** Returns a parser of a page that calls `onRow` at the end of each row of a table, also for blank rows. */
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
        if (HIDDEN_ELEMENTS.has(name)) unseen += 1
        if (HEADING_ELEMENTS.has(name)) heading = ''
        if (HEADING_ELEMENTS.has(name)) isInHeading = true
        if (name === 'table') openTable()
        else open.at(-1)?.onOpen(name, attributes)
      },
      onClose(name) {
        if (HIDDEN_ELEMENTS.has(name)) unseen = Math.max(0, unseen - 1)
        if (HEADING_ELEMENTS.has(name)) isInHeading = false
        if (name === 'table') open.pop()?.end()
        else open.at(-1)?.onClose(name)
      },
      onText(text) {
        if (unseen > 0) return
        open.at(-1)?.onText(text)
        if (isInHeading && heading.length < TITLE_LENGTH_LIMIT) heading += text.slice(0, TITLE_LENGTH_LIMIT)
      },
    },
    { isXml: false },
  )
}

type OpenTable = ReturnType<typeof createOpenTable>

const parseSpan = (text: string | undefined, max: number) => {
  const span = Number.parseInt(text ?? '1', 10)
  return span >= 1 ? Math.min(span, max) : 1
}
/** Removes the blanks around a cell's lines, which in HTML are only layout; keeps the line breaks between them. */
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
      if (cell.trim() !== '') throw tooWideError(file, line)
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
    columnSpan = parseSpan(colspan, limits.maxColumns)
    rowSpan = parseSpan(rowspan, 65_534)
  }

  return {
    table,
    onOpen(name: string, attributes: Record<string, string>) {
      if (name === 'tr') openRow()
      else if (name === 'td' || name === 'th') openCell(attributes)
      else if (text !== undefined && (name === 'br' || (BLOCK_ELEMENTS.has(name) && TEXT_AT_END.test(text))))
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
      if (text.length > limits.maxCellChars) throw tooLongError(file, line)
    },
    end: endRow,
  }
}
