import { type ZipEntry, zipOf } from './zipOf.ts'

const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The content of a workbook for a test, in parts of the workbook's XML. */
export type TestBook = {
  /** The XML within `sheetData`, by the sheet's name. */
  sheets: Record<string, string>
  /** Attributes of the `sheet` elements, by the sheet's name. */
  states?: Record<string, string>
  texts?: string[]
  /** Number formats of the styles 1, 2, …: the id of a built-in format, or a format code. */
  formats?: (number | string)[]
  properties?: string
  /** XML before the root element of each worksheet. */
  prologue?: string
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Returns rows whose cells are inline texts, as XML. */
export const rowsXml = (rows: string[][]) =>
  rows
    .map((cells) => cells.map((cell) => `<c t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`).join(''))
    .map((cells, index) => `<row r="${index + 1}">${cells}</row>`)
    .join('')

/** Returns the contents of the parts of a workbook, by path. */
export function bookParts({
  sheets,
  states = {},
  texts,
  formats = [],
  properties = '',
  prologue = '',
}: TestBook) {
  const names = Object.keys(sheets)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE_NAMESPACE}/${type}" Target="${target}"/>`
  const relations = (...list: string[]) =>
    `<Relationships xmlns="${RELATIONS_NAMESPACE}">${list.join('')}</Relationships>`
  const codes = formats.map((format, index) =>
    typeof format === 'number' ? '' : `<numFmt numFmtId="${200 + index}" formatCode="${escapeXml(format)}"/>`,
  )
  const styles = formats.map(
    (format, index) => `<xf numFmtId="${typeof format === 'number' ? format : 200 + index}"/>`,
  )
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${OFFICE_NAMESPACE}"><workbookPr ${properties}/><sheets>${names
      .map((name, index) => `<sheet name="${escapeXml(name)}" r:id="rId${index + 1}" ${states[name] ?? ''}/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, index) =>
        relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
      ),
      relation('rId900', 'styles', 'styles.xml'),
      relation('rId901', 'sharedStrings', '/xl/sharedStrings.xml'),
    ),
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
  }
  if (texts) parts['xl/sharedStrings.xml'] = `<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`
  for (const [index, name] of names.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<?xml version="1.0" encoding="UTF-8"?>${prologue}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetData>${sheets[name]}</sheetData></worksheet>`
  return parts
}

/** Returns a workbook as an XLSX file; `extraEntries` are added to its zip. */
export const xlsxOf = (book: TestBook, extraEntries: ZipEntry[] = []) =>
  zipOf([...Object.entries(bookParts(book)).map(([name, content]) => ({ name, content })), ...extraEntries])
