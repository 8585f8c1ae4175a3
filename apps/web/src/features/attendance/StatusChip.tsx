import type { ArrearStatus } from '@apoderados/contract/attendance'
import CheckCircle from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import Clock from '@phosphor-icons/core/assets/fill/clock-fill.svg?react'
import NotePencil from '@phosphor-icons/core/assets/fill/note-pencil-fill.svg?react'
import XCircle from '@phosphor-icons/core/assets/fill/x-circle-fill.svg?react'
import { labelOf } from '../../shared/text/labels.ts'
import { Chip, type Tone } from '../../shared/ui/content/Chip.tsx'

// The labels are from spec §4.
const labels: Record<ArrearStatus, string> = {
  created: 'Registrado',
  justified: 'Justificado',
  pending: 'Pendiente',
  rejected: 'Rechazado',
}
const chips: Record<ArrearStatus, { tone: Tone; icon: typeof Clock }> = {
  created: { tone: 'plain', icon: NotePencil },
  justified: { tone: 'positive', icon: CheckCircle },
  pending: { tone: 'neutral', icon: Clock },
  rejected: { tone: 'negative', icon: XCircle },
}

/** `status` is one of the four known values, or an unknown value of a newer server, which is shown unchanged. */
export function StatusChip({ status }: { status: string }) {
  const chip = Object.hasOwn(chips, status) ? chips[status as ArrearStatus] : {}
  return <Chip {...chip}>{labelOf(labels, status)}</Chip>
}
