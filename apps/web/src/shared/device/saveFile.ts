/** Until when a browser may still be reading what was handed to it. */
const READ_WITHIN_MS = 60_000

/** Hands a file to the browser, which saves it under its name where downloads go. */
export function saveFile(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS)
}
