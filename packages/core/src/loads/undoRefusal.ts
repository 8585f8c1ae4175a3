import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { loads } from '../db/tables/loads.ts'
import { establishments } from '../db/tables/schools.ts'
import { isLoad, type LoadId } from './loadId.ts'

/** SQL for the number of justifications that families sent about late arrivals and absences of which the load told. */
const excusesOfLoad = sql`(select count(*) from excuses excuse
  where excuse.establishment_id = ${loads.establishment_id} and excuse.created_at > ${loads.applied_at}
    and excuse.withdrawn_at is null and exists (select from changes change
      where change.establishment_id = excuse.establishment_id and change.enrollment_id = excuse.enrollment_id
        and change.load_id = ${loads.id} and change.kind = excuse.kind
        and change.day between excuse.from_day and excuse.to_day))`

/** SQL for why a load cannot be undone, by its state, its age and what came after it; null if nothing prevents it. */
export const undoRefusal = sql<string | null>`case
  when ${loads.state} = 'undone' then 'Deshecha el '
    || to_char(${loads.undone_at} at time zone ${establishments.time_zone}, 'DD-MM-YYYY')
  when ${loads.state} not in ('done', 'undoing') then 'No se guardó'
  when exists (select from loads later where later.establishment_id = ${loads.establishment_id}
    and later.state in ('done', 'undoing') and later.applied_at > ${loads.applied_at}) then 'Una carga posterior la usa'
  when ${loads.applied_at} < now() - make_interval(days => ${establishments.undo_days})
    then 'Más de ' || ${establishments.undo_days} || case ${establishments.undo_days} when 1 then ' día' else ' días' end
  else (select case when count = 1 then 'Ya hay 1 justificación' when count > 1 then 'Ya hay ' || count || ' justificaciones' end
    from (select ${excusesOfLoad} as count) answered) end`

/** Returns why a load cannot be undone; null if nothing but its rows themselves may prevent it. */
export async function readUndoRefusal(db: Queryable, load: LoadId): Promise<string | null> {
  const { rows } = await db.execute<{ refusal: string | null }>(
    sql`select ${undoRefusal} as refusal from ${loads} join ${establishments} on ${establishments.id} = ${loads.establishment_id}
      where ${isLoad(load)}`,
  )
  const [found] = rows
  return found ? found.refusal : 'No se guardó'
}
