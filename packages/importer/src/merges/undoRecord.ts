import type { LoadId } from '@apoderados/core/loads/loadId'
import type pg from 'pg'

const ROWS_PER_ENTRY = 1_000
/** The columns with ids of stored files: a file that a row referred to is kept until the load cannot be undone. */
const FILE_ID_COLUMNS = ['insign_id', 'photo_id', 'document_id']

/**
 * Runs `statement`, which writes rows and returns a column `entry` for each, and records the entries that are not null.
 * The form of an entry is described at `loadChanges.rows` in the schema. Returns the number of rows.
 */
export async function writeRecorded(
  client: pg.ClientBase,
  undoRecord: LoadId | undefined,
  { kind, action }: { kind: string; action: 'added' | 'changed' | 'ended' },
  statement: string,
): Promise<number> {
  const oldFiles = FILE_ID_COLUMNS.map((name) => `array_agg(entry->'o'->>'${name}')`).join(' || ')
  const recorded =
    undoRecord &&
    `, recorded as (
      insert into load_changes (establishment_id, load_id, kind, action, rows, file_ids)
      select ${undoRecord.establishment_id}, ${undoRecord.load_id}, '${kind}', '${action}', jsonb_agg(entry),
        nullif(array_remove(${oldFiles}, null), '{}')
      from (select entry, (row_number() over () - 1) / ${ROWS_PER_ENTRY} as part from written
        where entry is not null) numbered
      group by part order by part)`
  const { rows } = await client.query<{ count: string }>(
    `with written as (${statement}) ${recorded ?? ''} select count(*) from written`,
  )
  return Number(rows[0]?.count)
}

/** Returns SQL for the entry of a row whose columns change. `values` maps each column to its value before and after. */
export const changedEntrySql = (key: string[], values: Record<string, [before: string, after: string]>) => {
  const compared = Object.entries(values).map(
    ([name, [before, after]]) => `('${name}', to_jsonb(${before}), to_jsonb(${after}))`,
  )
  const keyPairs = key.map((name) => `'${name}', live.${name}`)
  return `(select case when count(*) > 0 then jsonb_build_object('k', jsonb_build_object(${keyPairs.join(', ')}),
      'o', jsonb_object_agg(name, before), 'n', jsonb_object_agg(name, after)) end
    from (values ${compared.join(', ')}) value (name, before, after) where before is distinct from after)`
}
