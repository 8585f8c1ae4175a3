import type { Letter } from '../invitations/invitationLetters.ts'
import { clockName, DEFAULT_ZONE } from '../mails/mailClock.ts'

const spanishListFormat = new Intl.ListFormat('es', { type: 'conjunction' })
const formatted = (moment: Date, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('es-CL', { timeZone, ...options }).format(moment)

/** Formats a moment as 'lunes 30 de noviembre de 2026 a las 15:42 (hora de Santiago)'. */
export const momentInWords = (moment: Date, timeZone: string) =>
  `${formatted(moment, timeZone, { dateStyle: 'full' }).replace(',', '')} a las ${formatted(
    moment,
    timeZone,
    {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    },
  )} (${clockName(timeZone)})`

/** Formats a moment as '30-11-2026', the same day as `momentInWords`. */
export const dayInNumbers = (moment: Date, timeZone = DEFAULT_ZONE) =>
  formatted(moment, timeZone, { dateStyle: 'medium' })

export const fullName = ({ name, last_name }: Letter) => `${name} ${last_name}`.trim()

/** Returns the names of the schools that invite, or a general heading without schools. */
export const schoolHeading = ({ establishments }: Letter) =>
  spanishListFormat.format(establishments) || 'Tu acceso a Apoderados'

/** Formats course and list number as '5° Básico A · N° 12'; a part that is missing is left out. */
export const courseInWords = ({ course, list_number }: Letter['students'][number]) =>
  [course, list_number !== null && `N° ${list_number}`].filter(Boolean).join(' · ')

export const introduction =
  'Te invitamos a Apoderados, la aplicación con que las familias siguen la agenda, las notas, la asistencia y las ' +
  'observaciones. Con esta carta puedes entrar.'

export const signInSteps = (publicUrl: string | undefined) => [
  publicUrl
    ? 'Abre la dirección de arriba, o apunta la cámara del celular al código.'
    : 'Abre en tu celular o computador la dirección que te indicó el colegio.',
  'Escribe tu correo y la contraseña de un solo uso, con guiones o sin ellos. No lleva las letras O, I ni L: donde parece que sí, son ceros y unos.',
  'Elige tu propia contraseña. Desde ese momento la de esta carta deja de servir.',
]

export const safetyAdvice = [
  'No muestres esta carta ni des la contraseña a nadie: ni el colegio ni Apoderados te la van a pedir. Cuando hayas entrado y elegido la tuya, rompe la carta antes de botarla.',
  'Si la contraseña venció o no te deja entrar, pide otra carta en el colegio, o toca «¿Olvidaste tu contraseña?» y te llegará un código a tu correo.',
]
