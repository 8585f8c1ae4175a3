import type { ComponentType, ReactNode, SVGProps } from 'react'

const tones = {
  plain: 'bg-sunk text-text-2',
  accent: 'bg-accent-soft text-accent-text',
  positive: 'bg-positive-soft text-positive-text',
  negative: 'bg-negative-soft text-negative-text',
  neutral: 'bg-neutral-soft text-neutral-text',
}
export type Tone = keyof typeof tones

type Props = { tone?: Tone; icon?: ComponentType<SVGProps<SVGSVGElement>>; children: ReactNode }

/** A short text for a state or a type. The text alone states it; the colour only emphasizes it. */
export function Chip({ tone = 'plain', icon: Icon, children }: Props) {
  return (
    <span
      className={`inline-flex min-h-7 items-center gap-1.5 rounded-full px-2.5 py-0.5 font-semibold text-caption ${tones[tone]}`}
    >
      {Icon && <Icon className="size-4 shrink-0" />}
      <span>{children}</span>
    </span>
  )
}
