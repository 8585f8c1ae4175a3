import { fullName } from '../../shared/text/names.ts'

/** The text in lower case, without accents and apostrophes: 'nunez' then finds Núñez, and 'ohiggins' O'Higgins. */
const searchableText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{Mn}'’‘´`]/gu, '')
    .toLowerCase()

/** Whether the name contains each word of `wanted`, the typed text; an empty text matches every name. */
export function matchesName(person: Parameters<typeof fullName>[0], wanted: string): boolean {
  const name = searchableText(fullName(person))
  return searchableText(wanted)
    .split(/\s+/)
    .every((word) => name.includes(word))
}
