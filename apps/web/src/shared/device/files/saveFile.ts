import { isNative } from '../native.ts'

/** Until when a browser may still be reading what was handed to it. */
const READ_WITHIN_MS = 60_000

/** Hands a file to the browser, which saves it where downloads go; a phone opens it, or tells why it cannot. */
export async function saveFile(
  name: string,
  content: Blob,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (isNative()) return (await import('./saveFile.native.ts')).openFile(name, content, signal)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS)
  return undefined
}
