import { messages } from '@apoderados/contract/messages'

/** What is wrong with the second spelling of a new password (spec §5). */
export function confirmationError(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return messages.confirmationRequired
  return password !== '' && confirmation !== password ? messages.passwordsDiffer : undefined
}

export type Strength = 'Débil' | 'Aceptable' | 'Buena'

const COMMON = /(contrase|passw|clave|colegio|escuela|apoderad|familia|chile|qwer|asdf|zxcv|hola)\p{L}*/giu

/** A run of neighbours or of one sign ('1234', 'aaaa') is guessed as fast as one sign. */
function withoutRuns(text: string): string {
  const codes = Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
  const isFree = (code: number, at: number) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1
  return String.fromCodePoint(...codes.filter(isFree))
}

/** A hint, never a rule: what is hard to guess is long, of many signs, and no word that others choose. */
export function passwordStrength(password: string): Strength {
  const rest = withoutRuns(password.toLowerCase().replace(COMMON, '.'))
  const distinct = new Set(rest).size
  if (rest.length >= 11 && distinct >= 8) return 'Buena'
  return rest.length >= 7 && distinct >= 5 ? 'Aceptable' : 'Débil'
}
