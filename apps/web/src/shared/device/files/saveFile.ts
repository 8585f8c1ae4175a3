import { isNative } from '../native.ts'

/** How long after the click a browser may still read the file, in ms. */
const READ_WITHIN_MS = 60_000

/** Saves a file as a download in a browser; on a phone it opens the file, or returns the reason why it cannot. */
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
