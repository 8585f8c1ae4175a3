import type { ReactNode } from 'react'
import { legalVersion } from './legal.ts'
import './legal.css'

/** A legal text for screen and print. */
export function Legal({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="legal">
      <p className="legal-title">{title}</p>
      <p className="text-text-2">{legalVersion}</p>
      {children}
    </article>
  )
}

/** A numbered section of a legal text. */
export function Clause({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
