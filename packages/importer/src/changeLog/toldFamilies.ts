import { toldColumns, toldFamiliesSql } from '@apoderados/core/loads/toldFamilies'
import type pg from 'pg'
import type { Merge } from '../merges/defineMerge.ts'
import { kindsOfSheet, loggedMerges } from './loggedMerges.ts'

/** Whom the news of a delivery would reach: in all, and by kind with the school's timing of that kind. */
export type ToldFamilies = {
  families: number
  news: {
    kind: string
    families: number
    timing: 'at_once' | 'after_hours' | 'at_time'
    hours: number | null
    at_time: string | null
  }[]
}

const columnNames = Object.keys(toldColumns).join(', ')

/**
 * Collects whom the compared rows of a delivery would be news for. Kinds that the school imports for the first time, or
 * never publishes, are left out.
 */
export async function createToldFamilies(client: pg.ClientBase) {
  const types = Object.entries(toldColumns).map((column) => column.join(' '))
  await client.query(`create temp table told (${types.join(', ')})`)
  const published = `select setting.* from news_settings setting
    join known_schools school on school.id = setting.establishment_id where since is not null and timing <> 'never'`
  const { rows } = await client.query<{ kind: string }>(published)
  const kinds = new Set(rows.map(({ kind }) => kind))
  const collect = (select: string, difference: string) =>
    client.query(
      `with change as (${difference}) insert into told select distinct ${columnNames} from (${select}) found
      where old_value is distinct from new_value and not (kind = 'account' and new_value is null)`,
    )
  return {
    /** Collects the rows that `difference` selects as different, and those of the merge's table to end. */
    async record({ name, sheet }: Merge, difference: string, endedCondition: string | undefined) {
      const logged = loggedMerges[name]
      const mayBeNews =
        name === 'evaluaciones' ? kinds.has('grade') : kindsOfSheet[sheet]?.some((kind) => kinds.has(kind))
      if (!logged || !mayBeNews) return
      const written = logged.expected ?? logged.written
      if (written) await collect(written, difference)
      const removed = logged.removed ?? logged.removedCourses
      if (removed && endedCondition) await collect(removed(endedCondition), 'select')
    },
    /** Counts the families, and forgets them. */
    async count(): Promise<ToldFamilies> {
      const { rows: counted } = await client.query(
        toldFamiliesSql(
          `select told.*, timing, hours, at_time::text from told join (${published}) setting using (establishment_id, kind)`,
          'kind, timing, hours, at_time',
        ),
      )
      await client.query('drop table told')
      return {
        families: counted.find(({ is_total }) => is_total)?.families ?? 0,
        news: counted
          .filter(({ is_total }) => !is_total)
          .map(({ kind, families, timing, hours, at_time }) => ({ kind, families, timing, hours, at_time })),
      }
    },
  }
}
export type ToldRecorder = Awaited<ReturnType<typeof createToldFamilies>>
