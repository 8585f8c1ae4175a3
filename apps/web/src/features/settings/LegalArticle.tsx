import type { Establishment } from '@apoderados/contract/profile'
import { formatPhone } from '@apoderados/contract/values/phone'
import type { ReactNode } from 'react'
import { dayAndMonth } from '../../shared/text/format.ts'
import './legal.css'

/** The props of a legal text: the selected student's school, null without a student or if it is unknown. */
export type LegalTextProps = { school: Establishment | null }

/** The version of both legal texts. Increase the number and set the day with every change of a text. */
const CURRENT_VERSION = { number: '1.4', day: '2026-11-28' }

export const legalVersionText = `Versión ${CURRENT_VERSION.number}, del ${dayAndMonth(CURRENT_VERSION.day)} de ${CURRENT_VERSION.day.slice(0, 4)}`

/** The school's name for use after 'de': 'Colegio Los Aromos (RBD 90002-8)'. */
export const schoolName = ({ school }: LegalTextProps): string =>
  school ? `${school.name} (RBD ${school.rbd})` : 'su establecimiento educacional'

/** How to contact the school: its secretary's office, with the address and the phone number if they are known. */
export function schoolContact({ school }: LegalTextProps): string {
  const ways = [
    'la secretaría del establecimiento',
    school?.address && `en ${school.address}`,
    school?.phone && `teléfono ${formatPhone(school.phone)}`,
  ]
  return ways.filter(Boolean).join(', ')
}

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
