import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Cell = string | number | boolean | null | undefined

/** Characters that would end a cell or a line in COPY's text format. */
const SPECIAL = /[\\\t\n\r]/
const escaped: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '\\N'
  if (typeof cell === 'boolean') return cell ? 't' : 'f'
  if (typeof cell === 'number') return String(cell)
  return SPECIAL.test(cell) ? cell.replace(/[\\\t\n\r]/g, (sign) => escaped[sign] as string) : cell
}

export const copyLine = (cells: Cell[]): string => `${cells.map(textOf).join('\t')}\n`

/** Appends lines made by `copyLine` to a table. */
export const copyInto = (client: pg.ClientBase, table: string, lines: string[]): Promise<void> =>
  pipeline(Readable.from([lines.join('')]), client.query(copyFrom(`copy ${table} from stdin`)))
