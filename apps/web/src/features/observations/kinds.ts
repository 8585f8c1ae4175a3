import type { ObservationPlace, ObservationType } from '@apoderados/contract/observations'
import Dots from '@phosphor-icons/core/assets/fill/dots-three-circle-fill.svg?react'
import Minus from '@phosphor-icons/core/assets/fill/minus-circle-fill.svg?react'
import Plus from '@phosphor-icons/core/assets/fill/plus-circle-fill.svg?react'

/** The labels, icon and colours of each kind of observation; `badge` has the colours of the count (spec §9). */
export const observationKinds = {
  positive: {
    plural: 'Positivas',
    singular: 'Positiva',
    Icon: Plus,
    mark: 'text-positive',
    badge: 'bg-positive text-on-positive',
  },
  negative: {
    plural: 'Negativas',
    singular: 'Negativa',
    Icon: Minus,
    mark: 'text-negative',
    badge: 'bg-negative text-on-negative',
  },
  neutral: {
    plural: 'Neutras',
    singular: 'Neutra',
    Icon: Dots,
    mark: 'text-neutral-text',
    badge: 'bg-neutral text-on-neutral',
  },
} satisfies Record<ObservationType, object>

// The labels are from spec §3.
export const placeLabels: Record<ObservationPlace, string> = {
  inspectorate: 'Inspectoría',
  address: 'Dirección',
  utp: 'UTP',
  schoollife: 'Convivencia Escolar',
}
