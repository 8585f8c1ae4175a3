/** Generates the tables of columns in the secretary's guide from the import's column definitions. */
import { join } from 'node:path'
import { explainColumns, explanationHeaders } from '@apoderados/importer/formats/explanation'
import { formats } from '@apoderados/importer/formats/set/set'

export const guidePath = join(import.meta.dirname, '../../docs/secretary.md')

const TABLE_PATTERN = /(<!-- columnas: (\w+) -->\n)[\s\S]*?(<!-- fin -->)/g

const tableLine = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function columnTable(sheet: string): string {
  const format = formats.find(({ name }) => name === sheet)
  if (!format) throw new Error(`${guidePath} has a table of ${sheet}, which is no sheet of the import`)
  const lines = explainColumns(format).map(([name, isRequired, ...rest]) =>
    tableLine([`\`${name}\``, isRequired === 'sí' ? '**sí**' : (isRequired as string), ...rest]),
  )
  return [tableLine(explanationHeaders), '|---|---|---|---|---|', ...lines, ''].join('\n')
}

/** Returns the names of the sheets that have a table in the guide's text, in the text's order. */
export const tabledSheetNames = (text: string): string[] =>
  [...text.matchAll(TABLE_PATTERN)].map(([, , sheet]) => sheet as string)

/**
 * Replaces each table of columns in the text with one that is generated from the importer's column definitions. @throws
 * if a table names an unknown sheet
 */
export const replaceColumnTables = (text: string): string =>
  text.replace(
    TABLE_PATTERN,
    (_, start: string, sheet: string, end: string) => `${start}\n${columnTable(sheet)}\n${end}`,
  )
