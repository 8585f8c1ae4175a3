import { passwordShorterThan, serverMessages } from '@apoderados/contract/messages'
import type { GuessableData } from '@apoderados/database/accounts/accounts'
import { dictionary } from '@zxcvbn-ts/language-common'
import { limits } from '../config.ts'
import { HttpError } from '../http/errors.ts'

const DEMO_PASSWORD = 'demo1234'
/** About 49,000 common passwords, and words of this product and of Chile that the English list lacks. */
const commonPasswords = new Set([
  ...dictionary['passwords-common'],
  ...['apoderado', 'apoderada', 'apoderados', 'colegio', 'colocolo', 'udechile', DEMO_PASSWORD],
])
const SHORTEST_WORD = 3
/** Matches repetitions such as 'aaaaaa', '121212' and 'abcabc'. */
const REPETITION = /^(.{1,4})\1+$/u
const KIND_OF_SCHOOL = /^(colegio|escuela|liceo|instituto|jardin)/

/** Keeps letters and digits only, without accents or case: 'María-José 1' becomes 'mariajose1'. */
const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const reverse = (text: string) => Array.from(text).reverse().join('')
const isCommon = (text: string) =>
  commonPasswords.has(text) || commonPasswords.has(reverse(text)) || REPETITION.test(text)

function wordsOf({ email, name, last_name, rut, rut_dv, schools }: GuessableData): string[] {
  const [local = ''] = email.split('@')
  const [names, lastNames] = [name.split(/\s+/), last_name.split(/\s+/)]
  const schoolNames = schools.map(lettersAndDigits)
  const accountWords = [
    ...[email, local, name, last_name, ...names, ...lastNames],
    ...[`${name}${last_name}`, `${names[0]}${lastNames[0]}`, `${lastNames[0]}${names[0]}`],
    ...[rut ?? '', `${rut ?? ''}${rut_dv ?? ''}`],
    ...schoolNames,
    ...schoolNames.map((school) => school.replace(KIND_OF_SCHOOL, '')),
  ]
  return accountWords.map(lettersAndDigits).filter((word) => word.length >= SHORTEST_WORD)
}

/**
 * Refuses a password that is shorter than the school's minimum, common, or one of the account's own words (name,
 * e-mail, RUT, school), alone or with up to four digits around it (R6).
 * @throws {HttpError} 400
 */
export function refuseWeak(
  password: string,
  account: GuessableData,
  shortest: number = limits.passwordCharactersMin,
): void {
  if (Array.from(password.normalize('NFC')).length < shortest) {
    throw new HttpError(400, passwordShorterThan(shortest))
  }
  if (account.is_demo && password === DEMO_PASSWORD) return
  const [text, letters] = [password.normalize('NFC').toLowerCase(), lettersAndDigits(password)]
  const isOwn = wordsOf(account).some((word) => {
    const start = letters.indexOf(word)
    const around = [letters.slice(0, Math.max(start, 0)), letters.slice(start + word.length)]
    return start >= 0 && around.every((part) => /^\d{0,4}$/.test(part))
  })
  if (isOwn || isCommon(text) || isCommon(letters)) throw new HttpError(400, serverMessages.guessablePassword)
}
