const VOWEL = '[aeiouáéíóúü]'
const CONSONANT = '[bcdfghjklmnñpqrstvwxyz]'
/** The consonants that can start a syllable: certain pairs, or any single one. */
const ONSET = `(?:[bcfgpdt]r|[bcfgpt]l|ch|ll|rr|${CONSONANT})`
const SYLLABLE_END = new RegExp(`${VOWEL}${CONSONANT}*?(?=${ONSET}${VOWEL})`, 'giu')

const SOFT_HYPHEN = '\u00ad'
/** A place for a new line without a hyphen. */
const ZERO_WIDTH_SPACE = '\u200b'
const ADDED = /[\u00ad\u200b]/g
/** Matches words that may need division; shorter ones fit on every line. */
const LONG_WORD = /\p{L}{5,}/gu
/** Matches e-mail addresses and links, in which a hyphen would look like a part of the address. */
const ADDRESS = /@|\.\p{L}/u

/** Marks the ends of syllables in a word, but leaves at least two letters on each line. */
const divideWord = (word: string) =>
  word.replace(SYLLABLE_END, (end, offset: number) => (offset + end.length < 2 ? end : end + SOFT_HYPHEN))

function divide(token: string): string {
  if (ADDRESS.test(token)) return token.replace(/[@./_]/g, `$&${ZERO_WIDTH_SPACE}`)
  return token.replace(LONG_WORD, divideWord)
}

/** Marks where words can be divided: Spanish words between syllables, and addresses after their punctuation. */
export const hyphenate = (text: string) => withoutBreakPoints(text).replace(/\S+/g, divide)

/** The text as it was before `hyphenate`. */
export const withoutBreakPoints = (text: string) => text.replace(ADDED, '')
