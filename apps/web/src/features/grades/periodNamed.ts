import type { ResponseOf } from '@apoderados/contract/calls/api'
import { queryClient } from '../../shared/api/queryClient.ts'

type SubPeriods = ResponseOf<'getSubPeriods'>

/**
 * The id, as text, of the sub-period in `list` that the address names by its id `value`; undefined for an unknown one.
 * If `value` is a period of another child's school, the result is the period in `list` with the same name.
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
