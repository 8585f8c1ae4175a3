const NAME_LENGTH_MAX = 120
const EXTENSION = /\.[a-z0-9]{1,5}$/i
/** Control and format characters and line separators, which could affect a terminal or reverse the text. */
const INVISIBLE_CHARACTERS = /[\p{C}\p{Zl}\p{Zp}]/gu
/** Characters, besides slashes, that Windows does not allow in file names. */
const FORBIDDEN_CHARACTERS = /[<>:"|?*]/g

/**
 * Returns the file name for a download: the last part of `path`, without invisible characters, with '-' for forbidden
 * ones, and shortened to NAME_LENGTH_MAX characters. The extension is kept.
 */
export function cleanFileName(path: string): string {
  const name = (path.normalize('NFC').split(/[\\/]/).at(-1) ?? '')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(FORBIDDEN_CHARACTERS, '-')
    .replace(/\s+/g, ' ')
  const ending = EXTENSION.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - ending.length).replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  const characters = Array.from(stem || 'documento').slice(0, NAME_LENGTH_MAX - ending.length)
  return characters.join('').trimEnd() + ending
}
