import type { ReactNode } from 'react'
import { legalVersionText } from './legal.ts'
import './legal.css'

/** A legal text for the screen and for printing, with its title and version. */
export function LegalArticle({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="legal">
      <p className="hidden print:block print:font-bold print:text-h2">{title}</p>
      <p className="text-text-2">{legalVersionText}</p>
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
