import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type PageProps = { title: string; line?: ReactNode; actions?: ReactNode; children: ReactNode }

export const Page = ({ title, line, actions, children }: PageProps) => (
  <>
    <div className="page-head">
      <div>
        <Title order={1}>{title}</Title>
        {line && <Text c="dimmed">{line}</Text>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </div>
    {children}
  </>
)

type CardProps = { title: string; aside?: ReactNode; className?: string; children: ReactNode }

export const Card = ({ title, aside, className = '', children }: CardProps) => (
  <section className={`card ${className}`}>
    <div className="card-head">
      <Title order={2}>{title}</Title>
      {aside && <div className="card-aside">{aside}</div>}
    </div>
    {children}
  </section>
)

type ChipProps = {
  tone?: 'plain' | 'accent' | 'wait' | 'good' | 'bad'
  icon?: ReactNode
  children: ReactNode
}

/** A state in a word; colour never stands alone. */
export const Chip = ({ tone = 'plain', icon, children }: ChipProps) => (
  <span className="chip" data-tone={tone}>
    {icon}
    {children}
  </span>
)
