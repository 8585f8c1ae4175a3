import type pg from 'pg'
import type { Merge } from '../merges/merge.ts'
import type { SheetName } from '../sheetRecords.ts'
import { kindsOfSheet, logColumns, loggedMerges } from './loggedMerges.ts'

/** When families see a change, by the school's settings; null: never. */
const publication = `case setting.timing
    when 'at_once' then now()
    when 'after_hours' then now() + make_interval(hours => setting.hours)
    when 'at_time' then (clock.local::date + setting.at_time
      + case when clock.local::time < setting.at_time then interval '0' else interval '1 day' end)
      at time zone school.time_zone
  end`

/**
 * Appends the selected changes. The first import of a kind is its baseline and is left out. A change that follows
 * one which is not published yet keeps the value that families know.
 */
async function append(client: pg.ClientBase, select: string): Promise<void> {
  const columns = logColumns.join(', ')
  await client.query(`insert into changes (${columns}, known_value, published_at)
    select ${logColumns.map((name) => `found.${name}`).join(', ')},
      case when latest.is_unpublished then latest.known_value else found.old_value end, ${publication}
    from (${select}) found
    join news_settings setting on setting.establishment_id = found.establishment_id
      and setting.kind = found.kind and setting.since is not null
    join establishments school on school.id = found.establishment_id
    cross join lateral (select now() at time zone school.time_zone as local) clock
    left join lateral (
      select earlier.known_value, earlier.published_at is null or earlier.published_at > now() as is_unpublished
      from changes earlier
      where earlier.establishment_id = found.establishment_id and earlier.kind = found.kind
        and earlier.item = found.item
      order by earlier.id desc limit 1) latest on true
    where found.old_value is distinct from found.new_value`)
}

/** Writes the change log of one school, in the transaction that writes its rows. */
export function createChangeLog(client: pg.ClientBase) {
  return {
    /** Call before the merge writes. `isLive` and `ended` are conditions on its table `l`. */
    async prepare({ name }: Merge, isLive: string, ended: string | undefined): Promise<void> {
      const logged = loggedMerges[name]
      if (logged?.prepare) await client.query(logged.prepare(isLive))
      if (logged?.removed && ended) await append(client, logged.removed(ended))
    },
    /** Call when the rows of the table `change` are written. */
    async append({ name }: Merge): Promise<void> {
      const written = loggedMerges[name]?.written
      if (written) await append(client, written)
    },
  }
}
export type ChangeLog = ReturnType<typeof createChangeLog>

/**
 * Ends the baseline of the kinds that came with these sheets: later changes are news. Observations are held until
 * the evening, so that a teacher can talk to the family first.
 */
export async function endBaseline(
  client: pg.ClientBase,
  establishment_id: number,
  sheets: ReadonlySet<SheetName>,
): Promise<void> {
  const kinds = [...sheets].flatMap((sheet) => kindsOfSheet[sheet] ?? [])
  await client.query(
    `insert into news_settings (establishment_id, kind, since, timing, at_time)
    select $1, kind, now(), case kind when 'observation' then 'at_time' else 'at_once' end,
      case kind when 'observation' then time '18:00' end
    from unnest($2::text[]) kind
    on conflict (establishment_id, kind) do update set since = excluded.since
    where news_settings.since is null`,
    [establishment_id, kinds],
  )
}
