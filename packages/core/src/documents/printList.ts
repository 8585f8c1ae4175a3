import PDFDocument from 'pdfkit'
import {
  colors,
  type PdfDocument,
  registerSharedFonts,
  type TextStyle,
  writeUnique,
} from '../pdf/drawText.ts'
import type { ListTable } from './courseLists.ts'
import { drawLine, drawRule, tag } from './documentFrame.ts'

/** The page is a landscape A4; all lengths are in points. */
const [LEFT, TOP, WIDTH, BOTTOM] = [36, 34, 770, 560]
const [NUMBER_WIDTH, NAME_WIDTH, COLUMN_WIDTH_MAX, ROW_HEIGHT_MAX] = [24, 190, 90, 18]
/** Longer heads, such as subjects, are written upwards. */
const SHORT_HEAD = 6
const UPRIGHT_HEIGHT = 92
const RUN_HEAD = 'RUN'

type Element = ReturnType<PdfDocument['struct']>

function createPlaces(columns: number) {
  const others = Math.max(1, columns - 2)
  const width = Math.min(COLUMN_WIDTH_MAX, (WIDTH - NUMBER_WIDTH - NAME_WIDTH) / others)
  return (at: number) => {
    if (at === 0) return { x: LEFT, width: NUMBER_WIDTH }
    if (at === 1) return { x: LEFT + NUMBER_WIDTH, width: NAME_WIDTH }
    return { x: LEFT + NUMBER_WIDTH + NAME_WIDTH + (at - 2) * width, width }
  }
}

/** Writes a text upwards from the lower end of a column's head. */
function writeUpwards(doc: PdfDocument, text: string, x: number, bottom: number, style: TextStyle): void {
  doc.save().rotate(-90, { origin: [x, bottom] })
  writeUnique(doc, text, { x, y: bottom, width: UPRIGHT_HEIGHT - 4 }, style)
  doc.restore()
}

function addRow(doc: PdfDocument, table: Element, cells: (() => void)[], isHead: boolean): void {
  const row = doc.struct('TR')
  table.add(row)
  for (const [at, draw] of cells.entries())
    row.add(
      isHead
        ? doc.struct('TH', { scope: 'Column' }, draw)
        : at === 1
          ? doc.struct('TH', { scope: 'Row' }, draw)
          : doc.struct('TD', draw),
    )
  row.end()
}

function drawRows(doc: PdfDocument, root: Element, top: number, { head, rows }: ListTable): void {
  const placeOf = createPlaces(head.length)
  const isUpright = head.slice(2).some((text) => text.length > SHORT_HEAD && text !== RUN_HEAD)
  const headHeight = isUpright ? UPRIGHT_HEIGHT : ROW_HEIGHT_MAX
  const height = Math.min(ROW_HEIGHT_MAX, (BOTTOM - top - headHeight) / Math.max(1, rows.length))
  const size = Math.min(9, height * 0.62)
  const bottom = top + headHeight
  const table = doc.struct('Table')
  root.add(table)
  const bold = { font: 'bold', size: 8.5, lines: 1 } as const
  const headCells = head.map((text, at) => () => {
    const { x, width } = placeOf(at)
    if (isUpright && at > 1) writeUpwards(doc, text, x + width / 2 - 6, bottom - 2, bold)
    else
      writeUnique(
        doc,
        text,
        { x, y: bottom - 15, width: width - 3 },
        { ...bold, align: at > 1 ? 'center' : 'left' },
      )
  })
  addRow(doc, table, headCells, true)
  for (const [rowAt, row] of rows.entries()) {
    const y = bottom + rowAt * height + (height - size * 1.4) / 2
    const cells = row.map((text, at) => () => {
      const { x, width } = placeOf(at)
      const align = at > 1 ? 'center' : 'left'
      writeUnique(doc, text, { x, y, width: width - 3 }, { size, lines: 1, align })
    })
    addRow(doc, table, cells, false)
  }
  table.end()
  for (let rowAt = 0; rowAt <= rows.length; rowAt += 1)
    drawRule(doc, bottom + rowAt * height, { x: LEFT, width: WIDTH })
}

/** Returns a PDF of one landscape page with the list. */
export async function printList(list: ListTable): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    font: '',
    pdfVersion: '1.7',
    tagged: true,
    lang: 'es-CL',
    displayTitle: true,
    info: { Title: list.title, Author: list.school },
  })
  registerSharedFonts(doc)
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => doc.once('end', resolve))
  const root = doc.struct('Document')
  doc.addStructure(root)
  const title = { font: 'bold', size: 14, lines: 1 } as const
  tag(doc, root, 'H1', () => writeUnique(doc, list.title, { x: LEFT, y: TOP, width: WIDTH }, title))
  drawLine(doc, root, list.school, { x: LEFT, y: TOP + 20, width: WIDTH }, { size: 10, color: colors.text2 })
  drawRows(doc, root, TOP + 42, list)
  root.end()
  doc.end()
  await ended
  return Buffer.concat(parts)
}
