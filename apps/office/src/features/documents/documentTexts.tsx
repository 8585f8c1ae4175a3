import type { DocumentKind } from '@apoderados/contract/documents'
import type { IssuedDocument } from '@apoderados/contract/office/documents'
import ValidIcon from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import OutdatedIcon from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?react'
import RevokedIcon from '@phosphor-icons/core/assets/fill/x-circle-fill.svg?react'
import { countText, whenText } from '../../shared/text.ts'
import { Chip } from '../../shared/ui/Page.tsx'

/** The short name of each kind, for lists. */
export const shortKindNames: Record<DocumentKind, string> = {
  regular: 'Alumno regular',
  grades: 'Informe de notas',
  attendance: 'Asistencia',
  enrolment: 'Matrícula',
}

const states = {
  valid: { tone: 'good', icon: <ValidIcon />, text: 'Vigente' },
  outdated: { tone: 'wait', icon: <OutdatedIcon />, text: 'Ya no coincide' },
  revoked: { tone: 'bad', icon: <RevokedIcon />, text: 'Revocado' },
} as const

export function StateChip({ state }: { state: IssuedDocument['state'] }) {
  const { tone, icon, text } = states[state]
  return (
    <Chip tone={tone} icon={icon}>
      {text}
    </Chip>
  )
}

/** Who asked for the document, and how often it was checked. */
export function storyOf({ guardian, staff, checks, checked_at }: IssuedDocument): string {
  const asked = guardian
    ? `Lo pidió ${guardian} desde la aplicación.`
    : `Lo emitió ${staff ?? 'alguien que ya no tiene cuenta'}.`
  const checked =
    checked_at === null
      ? 'Nadie lo ha comprobado.'
      : `Comprobado ${countText(checks, 'vez', 'veces')}, la última ${whenText(checked_at)}.`
  return `${asked} ${checked}`
}
