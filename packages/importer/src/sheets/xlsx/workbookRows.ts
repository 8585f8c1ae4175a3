import { tooLongError, tooWideError } from '../batches.ts'
import { limits } from '../limits.ts'
import type { MergedRange, Row } from '../sheet.ts'
import type { OnProgress, Source } from '../source.ts'
import { type Cell, type CellContext, columnOfReference, shownTextOfCell } from './workbookCells.ts'
import { readPart } from './workbookParts.ts'

/** Yields the rows of a worksheet with the texts that it shows. @throws {UnreadableFileError} */
export async function* readRows(
  file: string,
  part: Source,
  context: CellContext & { merged: MergedRange[] },
  onProgress?: OnProgress,
): AsyncGenerator<Row[]> {
  const reader = createRowReader(file, context)
  for await (const _ of readPart(part, reader, onProgress)) yield reader.take()
}

const MERGED_REFERENCE = /^[A-Z]+(\d+):[A-Z]+(\d+)$/

function mergedRangeOf(reference = ''): MergedRange | undefined {
  const [, first, last] = MERGED_REFERENCE.exec(reference) ?? []
  return first && last ? { reference, firstLine: Number(first), lastLine: Number(last) } : undefined
}

function createRowReader(file: string, context: CellContext & { merged: MergedRange[] }) {
  let rows: Row[] = []
  let line = 0
  let cells: string[] | undefined
  let unread: Row['unread']
  let next = 0
  let cell: Cell | undefined
  let isValue = false
  let isPronunciation = false

  function openRow(number: number) {
    endRow()
    line = number > line && number <= limits.maxRows ? number : line + 1
    cells = []
    next = 0
  }
  function endRow() {
    if (!cells) return
    rows.push(unread ? { line, cells, unread } : { line, cells })
    cells = undefined
    unread = undefined
  }
  function endCell() {
    if (!cell || !cells) return
    const { column } = cell
    const text = shownTextOfCell(cell, context, (message) => {
      unread ??= new Map()
      unread.set(column, message)
    })
    next = column + 1
    cell = undefined
    if (text === '') return
    if (column >= limits.maxColumns) throw tooWideError(file, line)
    while (cells.length < column) cells.push('')
    cells[column] = text
  }

  return {
    take() {
      const readyRows = rows
      rows = []
      return readyRows
    },
    onOpen(name: string, attributes: Record<string, string>) {
      if (name === 'c') {
        const { t: type = 'n', s: style = '', r: reference } = attributes
        const column = columnOfReference(reference, next)
        cell = { type, style, column, value: '', hasValue: false, hasFormula: false }
      } else if (name === 'v' || name === 't') {
        isValue = !isPronunciation
        if (cell) cell.hasValue = true
      } else if (name === 'row') openRow(Number(attributes.r))
      else if (name === 'f' && cell) cell.hasFormula = true
      else if (name === 'rPh') isPronunciation = true
      else if (name === 'mergeCell' && context.merged.length < limits.maxReportedNames) {
        const range = mergedRangeOf(attributes.ref)
        if (range) context.merged.push(range)
      }
    },
    onClose(name: string) {
      if (name === 'c') endCell()
      else if (name === 'v' || name === 't') isValue = false
      else if (name === 'row') endRow()
      else if (name === 'rPh') isPronunciation = false
    },
    onText(text: string) {
      if (!isValue || !cell) return
      cell.value += text
      if (cell.value.length > limits.maxCellChars * 2) throw tooLongError(file, line)
    },
  }
}
