import { and, eq } from 'drizzle-orm'
import { loads } from '../db/tables/loads.ts'

export type LoadId = { establishment_id: number; load_id: number }

export const isLoad = ({ establishment_id, load_id }: LoadId) =>
  and(eq(loads.establishment_id, establishment_id), eq(loads.id, load_id))
