import { zipOf } from '../../sheets/testing/zipOf.ts'

const FORMATS = 'application/vnd.openxmlformats-officedocument'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const WORD = `${FORMATS}.wordprocessingml.document.main+xml`
export const EXCEL = `${FORMATS}.spreadsheetml.sheet.main+xml`

export type Related = { type: string; target: string; mode?: 'External' }

export const relationsOf = (...related: Related[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related
    .map(({ type, target, mode }, index) => {
      const full = type.includes('/') ? type : `${OFFICE}/${type}`
      const external = mode ? ` TargetMode="${mode}"` : ''
      return `<Relationship Id="rId${index + 1}" Type="${full}" Target="${target}"${external}/>`
    })
    .join('')}</Relationships>`

const typesOf = (path: string, type: string) =>
  `<Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${path}" ContentType="${type}"/></Types>`

type Parts = Record<string, string | Buffer>

const officeOf = (main: string, type: string, content: string, parts: Parts) =>
  zipOf({
    '[Content_Types].xml': typesOf(main, type),
    '_rels/.rels': relationsOf({ type: 'officeDocument', target: main }),
    [main]: content,
    ...parts,
  })

/** `body` is the markup of the document; `parts` adds parts or replaces the default ones. */
export const wordOf = (body = '', parts: Parts = {}, type = WORD) =>
  officeOf('word/document.xml', type, `<w:document><w:body>${body}</w:body></w:document>`, parts)

export const excelOf = (parts: Parts = {}, type = EXCEL) =>
  officeOf('xl/workbook.xml', type, '<workbook><sheets/></workbook>', parts)

/** Returns a Word document whose main part has these relations. */
export const wordRelatedTo = (...related: Related[]) =>
  wordOf('', { 'word/_rels/document.xml.rels': relationsOf(...related) })

/** Returns the runs of a field: one per text of its instruction, then its result. */
export const fieldOf = (...instructions: string[]) => {
  const character = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const runs = instructions.map((text) =>
    text.startsWith('<') ? text : `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`,
  )
  return `${character('begin')}${runs.join('')}${character('separate')}<w:r><w:t>x</w:t></w:r>${character('end')}`
}
