import { passwordShorterThan, serverMessages } from '@apoderados/contract/messages'
import type { GuessableData } from '@apoderados/core/accounts/accounts'
import { dictionary } from '@zxcvbn-ts/language-common'
import { limits } from '../config.ts'
import { HttpError } from '../http/errors.ts'

const DEMO_PASSWORD = 'demo1234'
/** About 49,000 common passwords, and words of this product and of Chile that the English list lacks. */
const commonPasswords = new Set([
  ...dictionary['passwords-common'],
  'apoderado',
  'apoderada',
  'apoderados',
  'colegio',
  'colocolo',
  'udechile',
  DEMO_PASSWORD,
])
const WORD_CHARACTERS_MIN = 3
/** Matches repetitions such as 'aaaaaa', '121212' and 'abcabc'. */
const REPETITION_PATTERN = /^(.{1,4})\1+$/u
const SCHOOL_KIND_PATTERN = /^(colegio|escuela|liceo|instituto|jardin)/

/** Keeps letters and digits only, without accents or case: 'María-José 1' becomes 'mariajose1'. */
const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const reverse = (text: string) => Array.from(text).reverse().join('')
const isCommonOrRepetition = (text: string) =>
  commonPasswords.has(text) || commonPasswords.has(reverse(text)) || REPETITION_PATTERN.test(text)

function accountWordsOf({ email, name, last_name, rut, rut_dv, schools }: GuessableData): string[] {
  const [local = ''] = email.split('@')
  const [names, lastNames] = [name.split(/\s+/), last_name.split(/\s+/)]
  const schoolNames = schools.map(lettersAndDigits)
  const accountWords = [
    email,
    local,
    name,
    last_name,
    ...names,
    ...lastNames,
    `${name}${last_name}`,
    `${names[0]}${lastNames[0]}`,
    `${lastNames[0]}${names[0]}`,
    rut ?? '',
    `${rut ?? ''}${rut_dv ?? ''}`,
    ...schoolNames,
    ...schoolNames.map((school) => school.replace(SCHOOL_KIND_PATTERN, '')),
  ]
  return accountWords.map(lettersAndDigits).filter((word) => word.length >= WORD_CHARACTERS_MIN)
}

/**
 * Refuses a password that has fewer than `shortest` characters, is common or repetitive, or is one of the account's own
 * words (name, e-mail, RUT, school), alone or with up to four digits before and after it (R6). An account of the demo
 * may have the demo's password.
 * @throws {HttpError} 400
 */
export function refuseWeakPassword(
  password: string,
  account: GuessableData,
  shortest: number = limits.passwordCharactersMin,
): void {
  if (Array.from(password.normalize('NFC')).length < shortest) {
    throw new HttpError(400, passwordShorterThan(shortest))
  }
  if (account.is_demo && password === DEMO_PASSWORD) return
  const [text, letters] = [password.normalize('NFC').toLowerCase(), lettersAndDigits(password)]
  const isOwn = accountWordsOf(account).some((word) => {
    const start = letters.indexOf(word)
    const around = [letters.slice(0, Math.max(start, 0)), letters.slice(start + word.length)]
    return start >= 0 && around.every((part) => /^\d{0,4}$/.test(part))
  })
  if (isOwn || isCommonOrRepetition(text) || isCommonOrRepetition(letters))
    throw new HttpError(400, serverMessages.guessablePassword)
}
