const VOWEL = '[aeiouáéíóúü]'
const CONSONANT = '[bcdfghjklmnñpqrstvwxyz]'
/** Matches the consonants that can start a syllable: certain pairs, or any single one. */
const ONSET = `(?:[bcfgpdt]r|[bcfgpt]l|ch|ll|rr|${CONSONANT})`
const SYLLABLE_END = new RegExp(`${VOWEL}${CONSONANT}*?(?=${ONSET}${VOWEL})`, 'giu')

const SOFT_HYPHEN = '\u00ad'
/** Lets a new line begin there without a hyphen. */
const ZERO_WIDTH_SPACE = '\u200b'
/** Matches the characters that `hyphenate` adds. */
const BREAK_POINTS = /[\u00ad\u200b]/g
/** Matches words of at least five letters, which may need division; shorter ones fit on every line. */
const LONG_WORD = /\p{L}{5,}/gu
/** Matches the signs of an e-mail address or a link, in which a hyphen would look like a part of the address. */
const ADDRESS = /@|\.\p{L}/u

/** Marks the ends of syllables in a word, but leaves at least two letters on each line. */
const divideWord = (word: string) =>
  word.replace(SYLLABLE_END, (end, offset: number) => (offset + end.length < 2 ? end : end + SOFT_HYPHEN))

function divideToken(token: string): string {
  if (ADDRESS.test(token)) return token.replace(/[@./_]/g, `$&${ZERO_WIDTH_SPACE}`)
  return token.replace(LONG_WORD, divideWord)
}

/** Marks where words can be divided: Spanish words between syllables, and addresses after their punctuation. */
export const hyphenate = (text: string) => withoutBreakPoints(text).replace(/\S+/g, divideToken)

/** Removes the characters that `hyphenate` adds. */
export const withoutBreakPoints = (text: string) => text.replace(BREAK_POINTS, '')
