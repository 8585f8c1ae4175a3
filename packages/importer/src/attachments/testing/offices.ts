import { zipOf } from '../../sheets/testing/zipOf.ts'

const CONTENT_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument'
const RELATION_TYPE_PREFIX = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const WORD_TYPE = `${CONTENT_TYPE_PREFIX}.wordprocessingml.document.main+xml`
export const EXCEL_TYPE = `${CONTENT_TYPE_PREFIX}.spreadsheetml.sheet.main+xml`

export type TestRelation = { type: string; target: string; mode?: 'External' }

export const relationsXml = (...related: TestRelation[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related
    .map(({ type, target, mode }, index) => {
      const full = type.includes('/') ? type : `${RELATION_TYPE_PREFIX}/${type}`
      const external = mode ? ` TargetMode="${mode}"` : ''
      return `<Relationship Id="rId${index + 1}" Type="${full}" Target="${target}"${external}/>`
    })
    .join('')}</Relationships>`

const contentTypesXml = (path: string, type: string) =>
  `<Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${path}" ContentType="${type}"/></Types>`

/** The contents of a document's parts, by path. */
type PartContents = Record<string, string | Buffer>

const createOfficeFile = (main: string, type: string, content: string, parts: PartContents) =>
  zipOf({
    '[Content_Types].xml': contentTypesXml(main, type),
    '_rels/.rels': relationsXml({ type: 'officeDocument', target: main }),
    [main]: content,
    ...parts,
  })

/** Returns a Word document with `body`, its markup; `parts` adds parts or replaces the default ones. */
export const createWord = (body = '', parts: PartContents = {}, type = WORD_TYPE) =>
  createOfficeFile('word/document.xml', type, `<w:document><w:body>${body}</w:body></w:document>`, parts)

/** Returns an Excel workbook without sheets; `parts` adds parts or replaces the default ones. */
export const createExcel = (parts: PartContents = {}, type = EXCEL_TYPE) =>
  createOfficeFile('xl/workbook.xml', type, '<workbook><sheets/></workbook>', parts)

/** Returns a Word document whose main part has these relations. */
export const createWordWithRelations = (...related: TestRelation[]) =>
  createWord('', { 'word/_rels/document.xml.rels': relationsXml(...related) })

/** Returns the markup of a field: one run for each text of its instruction, or the markup itself, then the result. */
export const fieldXml = (...instructions: string[]) => {
  const character = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const runs = instructions.map((text) =>
    text.startsWith('<') ? text : `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`,
  )
  return `${character('begin')}${runs.join('')}${character('separate')}<w:r><w:t>x</w:t></w:r>${character('end')}`
}
