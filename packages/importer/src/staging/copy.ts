import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type CopyValue = string | number | boolean | null | undefined

/** Characters that end a cell or a line, or begin an escape sequence, in COPY's text format. */
const SPECIAL_CHARACTERS = /[\\\t\n\r]/g
const ESCAPE_SEQUENCES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyText(cell: CopyValue): string {
  if (cell === null || cell === undefined) return '\\N'
  if (typeof cell === 'boolean') return cell ? 't' : 'f'
  if (typeof cell === 'number') return String(cell)
  return cell.replace(SPECIAL_CHARACTERS, (sign) => ESCAPE_SEQUENCES[sign] as string)
}

/** Returns a line in COPY's text format. */
export const copyLine = (cells: CopyValue[]): string => `${cells.map(copyText).join('\t')}\n`

/** Appends lines made by `copyLine` to a table. */
export const copyInto = (client: pg.ClientBase, table: string, lines: string[]): Promise<void> =>
  pipeline(Readable.from([lines.join('')]), client.query(copyFrom(`copy ${table} from stdin`)))
