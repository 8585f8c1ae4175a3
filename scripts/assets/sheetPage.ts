/** The content of a sheet, which `sheetPage` renders as HTML in the style of a spreadsheet program. */
export type SheetDrawing = {
  /** The tabs of the workbook below the sheet; `sheet` is the active one. */
  tabs: string[]
  sheet: string
  headers: string[]
  rows: string[][]
  /** The number of columns that are scrolled out of view on the left. */
  scrolled?: number
  /** True for coloured headers, as in the template. */
  hasColours?: boolean
}

const SHOWN_TABS_MAX = 9
/** A sheet with fewer columns is padded with empty ones up to this number. */
const SHOWN_COLUMNS_MIN = 6

const sheetStyle = `
  * { box-sizing: border-box }
  body { margin: 0; background: #fff; font: 13px/17px 'Carlito', 'Calibri', 'Liberation Sans', Arial, sans-serif; color: #1a1a1a }
  main { width: max-content; border: 1px solid #9aa0a6 }
  .bar { display: flex; height: 26px; align-items: center; background: #f3f3f3; border-bottom: 1px solid #bdbdbd; font-size: 12px }
  .bar span { background: #fff; border: 1px solid #c9c9c9; height: 20px; line-height: 18px; padding: 0 8px; margin-left: 6px }
  .bar .name { width: 64px }
  .bar i { margin: 0 2px 0 12px; color: #666 }
  .bar .content { flex: 1; margin-right: 6px }
  table { border-collapse: collapse; background: #fff; width: 100%; min-width: 720px }
  td, th { border: 1px solid #d4d4d4; padding: 2px 5px; text-align: left; vertical-align: top; font-weight: normal; height: 22px }
  td div { max-width: 215px; width: max-content; min-width: 24px; white-space: pre-wrap }
  .letters th, th.number { background: #ececec; border-color: #c4c4c4; color: #444; text-align: center }
  .letters th { padding: 1px 5px; height: 20px }
  .letters .blank { min-width: 64px }
  th.number { width: 34px; min-width: 34px }
  .active { background: #d3e6da !important; color: #0e5c36 !important; font-weight: bold }
  .heading div { max-width: none }
  .titled { background: #e6eef5; font-weight: bold }
  td.current { outline: 2px solid #147a46; outline-offset: -1px }
  nav { display: flex; background: #ececec; border-top: 1px solid #bdbdbd; height: 26px; padding-left: 40px; font-size: 12px; overflow: hidden }
  nav span { padding: 4px 12px; border-right: 1px solid #c9c9c9; color: #444; white-space: nowrap }
  nav .open { background: #fff; color: #0e5c36; font-weight: bold; border-bottom: 2px solid #147a46 }
`

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Returns the letters that a spreadsheet program shows above the column: A for 0, AA for 26. */
export const columnLetters = (index: number): string =>
  (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

function tableCell(text: string, isTitle: boolean, isCurrent: boolean): string {
  const marks = [isTitle && 'titled', isCurrent && 'current'].filter(Boolean).join(' ')
  return `<td class="${marks}"><div>${escapeHtml(text)}</div></td>`
}

function tableRow(cells: string[], line: number, hasColours: boolean): string {
  const isFirst = line === 1
  const drawn = cells.map((text, index) =>
    tableCell(text, isFirst && hasColours && text !== '', isFirst && index === 0),
  )
  const number = `<th class="number ${isFirst ? 'active' : ''}">${line}</th>`
  return `<tr class="${isFirst ? 'heading' : ''}">${number}${drawn.join('')}</tr>`
}

function tabBar({ tabs: all, sheet }: SheetDrawing): string {
  const open = all.indexOf(sheet)
  const first = Math.max(0, Math.min(open - 3, all.length - SHOWN_TABS_MAX))
  const shownTabs = all.slice(first, first + SHOWN_TABS_MAX)
  return shownTabs
    .map((name) => `<span class="${name === sheet ? 'open' : ''}">${escapeHtml(name)}</span>`)
    .join('')
}

export function sheetPage(drawn: SheetDrawing): string {
  const { headers, rows, scrolled = 0, hasColours = false } = drawn
  const width = Math.max(headers.length, scrolled > 0 ? 0 : SHOWN_COLUMNS_MIN)
  const fill = (cells: string[]) => [...cells, ...Array<string>(width - cells.length).fill('')]
  const lines = [headers, ...rows, []] // an empty row follows the last one
  const letters = fill([]).map((_, index) => {
    const mark = index === 0 ? 'active' : index < headers.length ? '' : 'blank'
    return `<th class="${mark}">${columnLetters(index + scrolled)}</th>`
  })
  return `<!doctype html><meta charset="utf-8"><style>${sheetStyle}</style><main>
    <div class="bar"><span class="name">${columnLetters(scrolled)}1</span><i>fx</i><span class="content">${escapeHtml(headers[0] ?? '')}</span></div>
    <table><tr class="letters"><th class="number"></th>${letters.join('')}</tr>
    ${lines.map((cells, index) => tableRow(fill(cells), index + 1, hasColours)).join('')}</table>
    <nav>${tabBar(drawn)}</nav></main>`
}
