const CHARACTERS_MAX = 120
const ENDING = /\.[a-z0-9]{1,5}$/i
/**
 * Control characters, which could steer a terminal or reverse the text. `NOT_IN_NAMES` lists the characters
 * that Windows does not allow.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu
const NOT_IN_NAMES = /[<>:"|?*]/g

/** The file name of a download: the school's name of the file, without folders, with its extension. */
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
