/** Reduces a text to one line without control characters. */
export const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
