const CHARACTERS_MAX = 120
const ENDING = /\.[a-z0-9]{1,5}$/i
/** Signs that steer a terminal or turn the text around, and those that Windows allows in no name. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu
const NOT_IN_NAMES = /[<>:"|?*]/g

/** What a parent's device calls the file: the school's name for it, without folders, with its ending. */
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
