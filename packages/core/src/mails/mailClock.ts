import { sql } from 'drizzle-orm'
import { parents, studentParents } from '../db/tables/people.ts'
import { establishments } from '../db/tables/schools.ts'

/** The zone of a parent without a school, and of the staff. */
export const DEFAULT_ZONE = 'America/Santiago'

/** SQL for the zone in which a parent reads times: that of the parent's school with the lowest id. It needs `parents`. */
export const parentTimeZone = sql<string>`coalesce((
  select school.time_zone from ${studentParents} link join ${establishments} school on school.id = link.establishment_id
  where link.parent_id = ${parents}.id order by school.id limit 1), ${sql.raw(`'${DEFAULT_ZONE}'`)})`

const zoneNames: Record<string, string> = {
  'Pacific/Easter': 'Isla de Pascua',
  'America/Punta_Arenas': 'Punta Arenas',
  'America/Coyhaique': 'Coyhaique',
}

/** Returns 'hora de Santiago', or as the zone is called. */
export const clockName = (time_zone: string): string => `hora de ${zoneNames[time_zone] ?? 'Santiago'}`
