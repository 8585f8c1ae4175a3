const CHARACTERS_MAX = 120
const ENDING = /\.[a-z0-9]{1,5}$/i
/** Control, format and separator characters, which could affect a terminal or reverse the text. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu
/** Characters that Windows does not allow in file names. */
const NOT_IN_NAMES = /[<>:"|?*]/g

/**
 * Returns the file name for a download: the name that the school gave to the file, with its extension but without
 * folders.
 */
export function cleanFileName(path: string): string {
  const name = (path.normalize('NFC').split(/[\\/]/).at(-1) ?? '')
    .replace(INVISIBLE, '')
    .replace(NOT_IN_NAMES, '-')
    .replace(/\s+/g, ' ')
  const ending = ENDING.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - ending.length).replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  const characters = Array.from(stem || 'documento').slice(0, CHARACTERS_MAX - ending.length)
  return characters.join('').trimEnd() + ending
}
