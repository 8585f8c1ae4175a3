/** Generates the tables of columns in the secretary's guide from the import's column definitions. */
import { join } from 'node:path'
import { explainColumns, explanationHeaders } from '@apoderados/importer/formats/explanation'
import { formats } from '@apoderados/importer/formats/set/set'

export const guidePath = join(import.meta.dirname, '../../docs/secretary.md')

const BLOCK = /(<!-- columnas: (\w+) -->\n)[\s\S]*?(<!-- fin -->)/g

const tableLine = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function columnTable(sheet: string): string {
  const format = formats.find(({ name }) => name === sheet)
  if (!format) throw new Error(`${guidePath} has a table of ${sheet}, which is no sheet of the import`)
  const lines = explainColumns(format).map(([name, isRequired, ...rest]) =>
    tableLine([`\`${name}\``, isRequired === 'sí' ? '**sí**' : (isRequired as string), ...rest]),
  )
  return [tableLine(explanationHeaders), '|---|---|---|---|---|', ...lines, ''].join('\n')
}

/** Returns the sheets that have a table in the guide, in the guide's order. */
export const sheetNamesIn = (text: string): string[] =>
  [...text.matchAll(BLOCK)].map(([, , sheet]) => sheet as string)

/**
 * Replaces each table of columns in the text with one that is generated from the importer's column definitions. @throws
 * if a table names an unknown sheet
 */
export const withTables = (text: string): string =>
  text.replace(
    BLOCK,
    (_, start: string, sheet: string, end: string) => `${start}\n${columnTable(sheet)}\n${end}`,
  )
