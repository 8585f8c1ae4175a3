import type { ResponseOf } from '@apoderados/contract/calls/api'
import { queryClient } from '../../shared/api/queryClient.ts'

type SubPeriods = ResponseOf<'getSubPeriods'>

/**
 * The id, as text, of the sub-period in the address. An id of a period at another child's school selects the period of
 * the same name.
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
