const VOWEL = '[aeiouáéíóúü]'
const CONSONANT = '[bcdfghjklmnñpqrstvwxyz]'
/** Consonants that start a syllable together. */
const ONSET = `(?:[bcfgpdt]r|[bcfgpt]l|ch|ll|rr|${CONSONANT})`
const SYLLABLE_END = new RegExp(`${VOWEL}${CONSONANT}*?(?=${ONSET}${VOWEL})`, 'giu')

const SOFT_HYPHEN = '\u00ad'
/** A place for a new line without a hyphen. */
const ZERO_WIDTH_SPACE = '\u200b'
const ADDED = /[\u00ad\u200b]/g
/** Shorter words fit on every line. */
const LONG_WORD = /\p{L}{5,}/gu
/** E-mail addresses and links, in which a hyphen would look like a part of them. */
const ADDRESS = /@|\.\p{L}/u

/** At least two letters stay on each line. */
const divideWord = (word: string) =>
  word.replace(SYLLABLE_END, (end, offset: number) => (offset + end.length < 2 ? end : end + SOFT_HYPHEN))

function divide(token: string): string {
  if (ADDRESS.test(token)) return token.replace(/[@./_]/g, `$&${ZERO_WIDTH_SPACE}`)
  return token.replace(LONG_WORD, divideWord)
}

/** Marks where Spanish words can be divided, by their syllables, and where addresses can. */
export const hyphenate = (text: string) => withoutBreakPoints(text).replace(/\S+/g, divide)

/** The text as it was before `hyphenate`. */
export const withoutBreakPoints = (text: string) => text.replace(ADDED, '')
