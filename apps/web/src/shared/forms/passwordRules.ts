import { messages } from '@apoderados/contract/messages'

/** Returns the error of the repeated new password (spec §5); undefined if it has none. */
export function confirmationError(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return messages.confirmationRequired
  return password !== '' && confirmation !== password ? messages.passwordsDiffer : undefined
}

export type Strength = 'Débil' | 'Aceptable' | 'Buena'

/** Matches the starts of words that are common in passwords, with the rest of the word. */
const COMMON_WORDS =
  /(contrase|passw|clave|colegio|escuela|apoderad|familia|chile|qwer|asdf|zxcv|hola)\p{L}*/giu

/** Shortens each run of consecutive or equal characters ('1234', 'aaaa') to its first, as it is as easy to guess. */
function withoutRuns(text: string): string {
  const codes = Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
  const isFree = (code: number, at: number) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1
  return String.fromCodePoint(...codes.filter(isFree))
}

/** Rates a password by length, variety and common words. The rating is a hint: no password is rejected by it. */
export function passwordStrength(password: string): Strength {
  const rest = withoutRuns(password.toLowerCase().replace(COMMON_WORDS, '.'))
  const distinct = new Set(rest).size
  if (rest.length >= 11 && distinct >= 8) return 'Buena'
  return rest.length >= 7 && distinct >= 5 ? 'Aceptable' : 'Débil'
}
