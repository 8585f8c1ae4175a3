import type { InboxRequest } from '@apoderados/contract/office/privacy'
import type { RequestOutcome } from '@apoderados/contract/privacy'
import CheckIcon from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import HourglassIcon from '@phosphor-icons/core/assets/regular/hourglass-medium.svg?react'
import { Chip } from '../../shared/ui/Page.tsx'

export const outcomeNames: Record<RequestOutcome, string> = {
  granted: 'Acogida',
  partly: 'Acogida en parte',
  refused: 'No acogida',
  lifted: 'Bloqueo levantado',
}

/** So many days before the last one, a clock is yellow; so many, red. */
const SOON_DAYS = 7
const NOW_DAYS = 2

function clockText({ kind, days_left }: InboxRequest): string {
  const left = days_left ?? 0
  if (left < 0) return left === -1 ? 'Vencida ayer' : `Vencida hace ${-left} días`
  if (left === 0) return 'Vence hoy'
  const [one, many] = kind === 'block' ? ['día hábil', 'días hábiles'] : ['día', 'días']
  return left === 1 ? `Queda 1 ${one}` : `Quedan ${left} ${many}`
}

/** How long there is for an answer, or that there is one. */
export function ClockChip({ request }: { request: InboxRequest }) {
  const { days_left } = request
  if (days_left === null)
    return (
      <Chip tone="good" icon={<CheckIcon />}>
        Respondida
      </Chip>
    )
  const tone = days_left <= NOW_DAYS ? 'bad' : days_left <= SOON_DAYS ? 'wait' : 'plain'
  return (
    <Chip tone={tone} icon={tone === 'plain' ? undefined : <HourglassIcon />}>
      {clockText(request)}
    </Chip>
  )
}
