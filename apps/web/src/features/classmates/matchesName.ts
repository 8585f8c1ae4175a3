import { fullName } from '../../shared/text/names.ts'

/** Lower case without accents and apostrophes: 'nunez' finds Núñez, and 'ohiggins' finds O'Higgins. */
const unaccented = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{Mn}'’‘´`]/gu, '')
    .toLowerCase()

/** Whether the name contains each typed word; an empty search matches every name. */
export function matchesName(person: Parameters<typeof fullName>[0], wanted: string): boolean {
  const name = unaccented(fullName(person))
  return unaccented(wanted)
    .split(/\s+/)
    .every((word) => name.includes(word))
}
