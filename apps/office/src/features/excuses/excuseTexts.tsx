import type { ExcuseKind, ExcuseState } from '@apoderados/contract/excuses'
import type { InboxExcuse } from '@apoderados/contract/office/excuses'
import CheckIcon from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import ClockIcon from '@phosphor-icons/core/assets/fill/clock-fill.svg?react'
import CrossIcon from '@phosphor-icons/core/assets/fill/x-circle-fill.svg?react'
import { Chip } from '../../shared/ui/Page.tsx'

export const kindNames: Record<ExcuseKind, { one: string; plural: string }> = {
  arrear: { one: 'Atraso', plural: 'Atrasos' },
  absence: { one: 'Inasistencia', plural: 'Inasistencias' },
}

export const stateNames: Record<ExcuseState, string> = {
  pending: 'Pendiente',
  justified: 'Justificado',
  rejected: 'Rechazado',
}

export const sheetTexts: Record<NonNullable<InboxExcuse['sheet_status']>, string> = {
  present: 'asistió',
  justified: 'Justificado',
  rejected: 'Rechazado',
  none: 'ya no hay atraso ese día',
}

const dayText = (day: string) =>
  new Intl.DateTimeFormat('es-CL', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day))

/** '8 de octubre', or '8 de octubre al 9 de octubre'. */
export const daysText = ({ from, to }: { from: string; to: string }) =>
  from === to ? dayText(from) : `${dayText(from)} al ${dayText(to)}`

export const lastDayText = dayText

export const StateChip = ({ state }: { state: ExcuseState }) =>
  state === 'pending' ? (
    <Chip tone="wait" icon={<ClockIcon />}>
      {stateNames[state]}
    </Chip>
  ) : (
    <Chip
      tone={state === 'justified' ? 'good' : 'bad'}
      icon={state === 'justified' ? <CheckIcon /> : <CrossIcon />}
    >
      {stateNames[state]}
    </Chip>
  )
