import { posix } from 'node:path'
import type { Archive } from '../archive.ts'
import { toUtf8 } from '../encoding.ts'
import { createMarkupReader, decodeUtf8, type MarkupHandler } from '../html/markup.ts'
import type { OnProgress, Source } from '../source.ts'

/** Returns the part with that path, in upper or lower case, with '/' or '\\', because programs write it differently. */
export function findPart({ entries }: Archive, path: string): Source | undefined {
  const lowerCasePath = posix.normalize(path.replaceAll('\\', '/')).replace(/^\//, '').toLowerCase()
  return entries.find((entry) => entry.path.toLowerCase() === lowerCasePath)
}

/** Parses the XML of a part with the functions of `handler`, and yields after each chunk. */
export async function* readPart(
  part: Source,
  handler: MarkupHandler,
  onProgress?: OnProgress,
): AsyncGenerator<void> {
  const reader = createMarkupReader(part.file, handler, { isXml: true })
  for await (const text of decodeUtf8(toUtf8(part.file, part.read(onProgress)))) {
    reader.write(text)
    yield
  }
  reader.end()
  yield
}

/** Parses the XML of a part, if there is one, and calls the functions for its content. @throws {UnreadableFileError} */
export async function readElements(
  part: Source | undefined,
  onOpen: MarkupHandler['onOpen'],
  onClose: MarkupHandler['onClose'] = () => {},
  onText: MarkupHandler['onText'] = () => {},
): Promise<void> {
  if (!part) return
  for await (const _ of readPart(part, { onOpen, onClose, onText }));
}
