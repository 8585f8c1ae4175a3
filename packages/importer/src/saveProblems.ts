import type { LoadId } from '@apoderados/core/loads/loadId'
import type pg from 'pg'
import { counted } from './counted.ts'
import type { StagedDelivery } from './delivery.ts'
import { findHeader } from './formats/sheetTable.ts'
import { excerpt } from './formats/sheetText.ts'
import { type Row, type Sheet, UnreadableFileError } from './sheets/sheet.ts'

/** The number of rows of one cause whose surroundings are kept. */
const ROWS_PER_CAUSE = 1_000
const ROWS_AROUND = 2
const ROWS_PER_INSERT = 500
const CELL_CHARACTERS_MAX = 1_000

/**
 * Copies the problems and warnings of a checked delivery into the load's tables, with the rows around them as the sheets
 * have them, for the console. It replaces those of an earlier check.
 */
export async function saveProblems(
  client: pg.ClientBase,
  load: LoadId,
  { staged, sheets }: Pick<StagedDelivery, 'staged' | 'sheets'>,
): Promise<void> {
  const ids = [load.establishment_id, load.load_id]
  await client.query('delete from load_problems where establishment_id = $1 and load_id = $2', ids)
  await client.query('delete from load_rows where establishment_id = $1 and load_id = $2', ids)
  for (const [table, isWarning] of [['problems', false] as const, ['warnings', true] as const])
    await client.query(
      `insert into load_problems (establishment_id, load_id, is_warning, file, line, "column", message, expected)
      select $1, $2, ${isWarning}, ($3::text[])[found.file + 1], line, "column", message, expected
      from ${table} found order by found.file, line nulls first, "column", ctid`,
      [...ids, staged.files],
    )
  const { rows } = await client.query<{ file: string; lines: number[]; columns: string[] }>(
    `select file, array_agg(distinct line) as lines,
      coalesce(array_agg(distinct "column") filter (where "column" is not null), '{}') as columns
    from (
      select file, line, "column", row_number() over (
        partition by is_warning, file, "column", message order by line) as nth
      from load_problems where establishment_id = $1 and load_id = $2 and line is not null
    ) found where nth <= ${ROWS_PER_CAUSE} group by file`,
    ids,
  )
  const sheetOf = new Map(sheets.map((sheet) => [sheet.file, sheet]))
  for (const { file, lines, columns } of rows) {
    const sheet = sheetOf.get(file)
    if (sheet) await saveRowsAround(client, load, sheet, new Set(lines), columns)
  }
}

/** Saves as what each delivered file was recognised, and the number of its valid rows. */
export async function saveFiles(
  client: pg.ClientBase,
  { establishment_id, load_id }: LoadId,
  { staged, recognised, attachments }: Pick<StagedDelivery, 'staged' | 'recognised' | 'attachments'>,
): Promise<void> {
  const files = new Map<string, { sheets: Set<string>; rows: number; attachments: number }>()
  const fileOf = (file: string) => {
    const [path = ''] = file.split(' › ')
    const found = files.get(path) ?? { sheets: new Set(), rows: 0, attachments: 0 }
    files.set(path, found)
    return found
  }
  for (const [file, what] of recognised) fileOf(file).sheets.add(what)
  for (const [file, rows] of staged.rowsOf) fileOf(file).rows += rows
  for (const { file = '' } of attachments) fileOf(file).attachments += 1
  const read = [...files].map(([path, { sheets, rows, attachments: count }]) => ({
    path,
    sheets: [...sheets, ...(count > 0 ? [counted(count, 'foto o documento', 'fotos o documentos')] : [])],
    rows: sheets.size > 0 ? rows : null,
  }))
  await client.query(
    `update load_files file set rows = read.rows,
      sheets = array(select jsonb_array_elements_text(coalesce(read.sheets, '[]')))
    from load_files delivered
      left join jsonb_to_recordset($3::jsonb) as read (path text, sheets jsonb, rows int) using (path)
    where delivered.establishment_id = $1 and delivered.load_id = $2
      and file.establishment_id = $1 and file.load_id = $2 and file.path = delivered.path`,
    [establishment_id, load_id, JSON.stringify(read)],
  )
}

async function saveRowsAround(
  client: pg.ClientBase,
  { establishment_id, load_id }: LoadId,
  sheet: Sheet,
  lines: ReadonlySet<number>,
  columns: string[],
): Promise<void> {
  const { file } = sheet
  let waiting: { line: number; is_header: boolean; cells: string[] }[] = []
  const flush = async () => {
    await client.query(
      `insert into load_rows (establishment_id, load_id, file, line, is_header, cells)
      select $1, $2, $3, line, is_header, array(select jsonb_array_elements_text(cells))
      from jsonb_to_recordset($4::jsonb) as row (line int, is_header boolean, cells jsonb) on conflict do nothing`,
      [establishment_id, load_id, file, JSON.stringify(waiting)],
    )
    waiting = []
  }
  const keep = ({ line, cells }: Row, is_header = false) =>
    waiting.push({
      line,
      is_header,
      cells: cells.map((cell) => cell.replaceAll('\0', '').slice(0, CELL_CHARACTERS_MAX)),
    })
  try {
    const header = await findHeader(sheet)
    if (header) {
      keep(header, true)
      const titles = header.cells.map(excerpt)
      await client.query(
        `update load_problems set position = array_position($4::text[], "column") - 1
        where establishment_id = $1 and load_id = $2 and file = $3 and "column" = any($5)`,
        [establishment_id, load_id, file, titles, columns],
      )
    }
    const isNear = (line: number) => {
      for (let other = line - ROWS_AROUND; other <= line + ROWS_AROUND; other += 1)
        if (lines.has(other)) return true
      return false
    }
    for await (const rows of sheet.rows()) {
      for (const row of rows) if (isNear(row.line)) keep(row)
      if (waiting.length >= ROWS_PER_INSERT) await flush()
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error // the damage is among the problems
  }
  await flush()
}
