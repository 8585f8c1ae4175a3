import type { LoadId } from '@apoderados/core/loads/loadId'
import { appendChanges, logColumns } from '@apoderados/core/students/changeLog'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Merge } from '../merges/defineMerge.ts'
import { changedEntrySql, writeRecorded } from '../merges/undoRecord.ts'
import type { SheetName } from '../sheetRecords.ts'
import { kindsOfSheet, loggedMerges } from './loggedMerges.ts'

const columnNames = Object.keys(logColumns).join(', ')

/**
 * Collects the changes of one school in the transaction that writes the school's rows. `append` writes them to the log;
 * call it at the end of the transaction.
 */
export async function createChangeLog(client: pg.ClientBase) {
  const types = Object.entries(logColumns).map((column) => column.join(' '))
  await client.query(`create temp table logged (${types.join(', ')}) on commit drop`)
  const collect = (select: string) =>
    client.query(`insert into logged (${columnNames}) select ${columnNames} from (${select}) found`)
  return {
    /**
     * Collects the changes of the rows that the merge will end, that is, delete or mark as ended. Call it before the
     * merge writes. `schoolCondition` and `endedCondition` are SQL conditions on the merge's table, alias `live`: for
     * the rows of the imported school, and for the rows that the merge will end.
     */
    async prepare(
      { name }: Merge,
      schoolCondition: string,
      endedCondition: string | undefined,
    ): Promise<void> {
      const logged = loggedMerges[name]
      if (logged?.statementBefore) await client.query(logged.statementBefore(schoolCondition))
      if (logged?.removed && endedCondition) await collect(logged.removed(endedCondition))
    },
    /** Collects the changes of the rows in the table `change`. Call it after the merge has written these rows. */
    async collect({ name }: Merge): Promise<void> {
      const written = loggedMerges[name]?.written
      if (written) await collect(written)
    },
    append: (load_id?: number) =>
      appendChanges(
        drizzle({ client: client as pg.Client }),
        sql.raw(`select ${columnNames} from logged`),
        load_id,
      ),
  }
}
export type ChangeLog = Awaited<ReturnType<typeof createChangeLog>>

/**
 * Records that a school's first import of the kinds of news in these sheets is finished: only later changes are news.
 * Observations are published at 18:00, unless the school has set another time, so that a teacher can talk to the family
 * first.
 */
export async function endFirstImport(
  client: pg.ClientBase,
  establishment_id: number,
  sheets: ReadonlySet<SheetName>,
  undoRecord?: LoadId,
): Promise<void> {
  const kinds = [...sheets].flatMap((sheet) => kindsOfSheet[sheet] ?? [])
  if (kinds.length === 0) return
  const list = kinds.map((kind) => `('${kind}')`).join(', ')
  await writeRecorded(
    client,
    undoRecord,
    { kind: NEWS_SETTINGS_KIND, action: 'changed' },
    `insert into news_settings as live (establishment_id, kind, since, timing, at_time)
    select ${establishment_id}, kind, now(), case kind when 'observation' then 'at_time' else 'at_once' end,
      case kind when 'observation' then time '18:00' end
    from (values ${list}) imported (kind)
    on conflict (establishment_id, kind) do update set since = excluded.since where live.since is null
    returning case when xmax = 0 then jsonb_build_object('n', to_jsonb(live))
      else ${changedEntrySql(['establishment_id', 'kind'], { since: ['null::text', 'live.since'] })} end as entry`,
  )
}

/** The kind of the entries of a load's undo record about `news_settings`, which no merge writes. */
export const NEWS_SETTINGS_KIND = 'novedades'
