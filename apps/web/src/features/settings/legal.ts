import type { Establishment } from '@apoderados/contract/profile'
import { dayAndMonth, formatPhone } from '../../shared/text/format.ts'

/** The selected student's school; null without a student or if it is unknown. */
export type LegalText = { school: Establishment | null }

/** The version of both legal texts; increase it with every change of a text. */
const VERSION = { number: '1.3', day: '2026-11-25' }

export const legalVersion = `Versión ${VERSION.number}, del ${dayAndMonth(VERSION.day)} de ${VERSION.day.slice(0, 4)}`

/** 'Colegio Los Aromos (RBD 90002-8)', for use after 'de'. */
export const schoolName = ({ school }: LegalText): string =>
  school ? `${school.name} (RBD ${school.rbd})` : 'su establecimiento educacional'

/** How to contact the school: its secretary's office, with the address and the phone number if they are known. */
export function schoolContact({ school }: LegalText): string {
  const ways = [
    'la secretaría del establecimiento',
    school?.address && `en ${school.address}`,
    school?.phone && `teléfono ${formatPhone(school.phone)}`,
  ]
  return ways.filter(Boolean).join(', ')
}
