import type { ArrearStatus } from '@apoderados/contract/attendance'
import CheckCircle from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import Clock from '@phosphor-icons/core/assets/fill/clock-fill.svg?react'
import NotePencil from '@phosphor-icons/core/assets/fill/note-pencil-fill.svg?react'
import XCircle from '@phosphor-icons/core/assets/fill/x-circle-fill.svg?react'
import { Chip, type Tone } from '../../shared/ui/content/Chip.tsx'

// The labels are from spec §3.
const statusChips: Record<ArrearStatus, { label: string; tone: Tone; icon: typeof Clock }> = {
  created: { label: 'Registrado', tone: 'plain', icon: NotePencil },
  justified: { label: 'Justificado', tone: 'positive', icon: CheckCircle },
  pending: { label: 'Pendiente', tone: 'neutral', icon: Clock },
  rejected: { label: 'Rechazado', tone: 'negative', icon: XCircle },
}

/** `status` is one of the four known values, or an unknown value of a newer server, which is shown unchanged. */
export function StatusChip({ status }: { status: string }) {
  if (!Object.hasOwn(statusChips, status)) return <Chip>{status}</Chip>
  const { label, ...chip } = statusChips[status as ArrearStatus]
  return <Chip {...chip}>{label}</Chip>
}
