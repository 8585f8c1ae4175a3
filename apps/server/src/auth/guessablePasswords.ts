import { passwordShorterThan, serverMessages } from '@apoderados/contract/messages'
import type { KnownOfAccount } from '@apoderados/database/accounts/accounts'
import { dictionary } from '@zxcvbn-ts/language-common'
import { limits } from '../config.ts'
import { HttpError } from '../http/errors.ts'

const DEMO_PASSWORD = 'demo1234'
/** Some 49,000; ours are those of this product and country that an English list lacks. */
const common = new Set([
  ...dictionary['passwords-common'],
  ...['apoderado', 'apoderada', 'apoderados', 'colegio', 'colocolo', 'udechile', DEMO_PASSWORD],
])
const SHORTEST_WORD = 3
/** 'aaaaaa', '121212', 'abcabc'. */
const IS_REPETITION = /^(.{1,4})\1+$/u
const KIND_OF_SCHOOL = /^(colegio|escuela|liceo|instituto|jardin)/

/** Letters and digits only, without accents or case: 'María-José 1' is 'mariajose1'. */
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const reverse = (text: string) => Array.from(text).reverse().join('')
const isCommon = (text: string) => common.has(text) || common.has(reverse(text)) || IS_REPETITION.test(text)

function wordsOf({ email, name, last_name, rut, rut_dv, schools }: KnownOfAccount): string[] {
  const [local = ''] = email.split('@')
  const [names, lastNames] = [name.split(/\s+/), last_name.split(/\s+/)]
  const schoolNames = schools.map(bare)
  const words = [
    ...[email, local, name, last_name, ...names, ...lastNames],
    ...[`${name}${last_name}`, `${names[0]}${lastNames[0]}`, `${lastNames[0]}${names[0]}`],
    ...[rut ?? '', `${rut ?? ''}${rut_dv ?? ''}`],
    ...schoolNames,
    ...schoolNames.map((school) => school.replace(KIND_OF_SCHOOL, '')),
  ]
  return words.map(bare).filter((word) => word.length >= SHORTEST_WORD)
}

/**
 * Refuses what is shorter than the school wants, common, or one of the account's own words, alone or with up to
 * four digits around it (R6).
 * @throws {HttpError} 400
 */
export function refuseWeak(
  password: string,
  account: KnownOfAccount,
  shortest: number = limits.passwordCharactersMin,
): void {
  if (Array.from(password.normalize('NFC')).length < shortest) {
    throw new HttpError(400, passwordShorterThan(shortest))
  }
  if (account.is_demo && password === DEMO_PASSWORD) return
  const [text, letters] = [password.normalize('NFC').toLowerCase(), bare(password)]
  const isOwn = wordsOf(account).some((word) => {
    const at = letters.indexOf(word)
    const rest = [letters.slice(0, Math.max(at, 0)), letters.slice(at + word.length)]
    return at >= 0 && rest.every((part) => /^\d{0,4}$/.test(part))
  })
  if (isOwn || isCommon(text) || isCommon(letters)) throw new HttpError(400, serverMessages.guessablePassword)
}
