import { messages } from '@apoderados/contract/messages'

/** The error of the repeated new password (spec §5). */
export function confirmationError(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return messages.confirmationRequired
  return password !== '' && confirmation !== password ? messages.passwordsDiffer : undefined
}

export type Strength = 'Débil' | 'Aceptable' | 'Buena'

const COMMON = /(contrase|passw|clave|colegio|escuela|apoderad|familia|chile|qwer|asdf|zxcv|hola)\p{L}*/giu

/** Shortens a run of consecutive or equal characters ('1234', 'aaaa') to one, as it is as easy to guess as one. */
function withoutRuns(text: string): string {
  const codes = Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
  const isFree = (code: number, at: number) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1
  return String.fromCodePoint(...codes.filter(isFree))
}

/** Rates a password by length, variety and common words. It is a hint and rejects none. */
export function passwordStrength(password: string): Strength {
  const rest = withoutRuns(password.toLowerCase().replace(COMMON, '.'))
  const distinct = new Set(rest).size
  if (rest.length >= 11 && distinct >= 8) return 'Buena'
  return rest.length >= 7 && distinct >= 5 ? 'Aceptable' : 'Débil'
}
