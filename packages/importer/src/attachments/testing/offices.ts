import { zipOf } from '../../sheets/testing/zipOf.ts'

const CONTENT_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument'
export const WORD_TYPE = `${CONTENT_TYPE_PREFIX}.wordprocessingml.document.main+xml`
export const EXCEL_TYPE = `${CONTENT_TYPE_PREFIX}.spreadsheetml.sheet.main+xml`
const RELATION_TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'

/** The contents of a document's parts, by path. */
type PartContents = Record<string, string>

const createOfficeFile = (main: string, type: string, parts: PartContents) =>
  zipOf({
    '[Content_Types].xml': `<Types><Override PartName="/${main}" ContentType="${type}"/></Types>`,
    '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="${RELATION_TYPE}" Target="${main}"/></Relationships>`,
    [main]: '<x/>',
    ...parts,
  })

/** Returns a Word document without text; `parts` adds parts or replaces the default ones. */
export const createWord = (parts: PartContents = {}, type = WORD_TYPE) =>
  createOfficeFile('word/document.xml', type, parts)

/** Returns an Excel workbook without sheets; `parts` adds parts or replaces the default ones. */
export const createExcel = (parts: PartContents = {}, type = EXCEL_TYPE) =>
  createOfficeFile('xl/workbook.xml', type, parts)
