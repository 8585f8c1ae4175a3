import type { ResponseOf } from '@apoderados/contract/calls/api'
import { queryClient } from '../../shared/api/queryClient.ts'

type SubPeriods = ResponseOf<'getSubPeriods'>

/**
 * Returns the id, as text, of the sub-period in `list` whose id the address gives as `value`. If `value` is the id of a
 * period of another child's school, it returns that of the period in `list` with the same name; else undefined.
 */
export function periodNamed(value: string, list: SubPeriods): string | undefined {
  const idOf = (isWanted: (period: SubPeriods[number]) => boolean) => list.find(isWanted)?.id.toString()
  const isNamed = ({ id }: { id: number }) => String(id) === value
  const ownId = idOf(isNamed)
  if (ownId) return ownId
  const known = queryClient.getQueriesData<SubPeriods>({ queryKey: ['getSubPeriods'] })
  const name = known.flatMap(([, periods]) => periods ?? []).find(isNamed)?.name
  return name === undefined ? undefined : idOf((period) => period.name === name)
}
