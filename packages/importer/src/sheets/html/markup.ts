import { Parser } from 'htmlparser2'
import { unclosedError } from '../batches.ts'
import { limits } from '../limits.ts'

export type MarkupHandler = {
  /** Names have no namespace prefix; HTML names are in lower case. */
  onOpen(name: string, attributes: Record<string, string>): void
  onClose(name: string): void
  /** A text may arrive in several pieces. */
  onText(text: string): void
}

/**
 * Parses XML or HTML chunk by chunk. The parser does not know entities that a document declares: they stay
 * text, so that they cannot expand or read a file.
 * @throws {UnreadableFileError} if a tag does not end or elements are nested too deeply
 */
export function createMarkupReader(file: string, handler: MarkupHandler, { isXml }: { isXml: boolean }) {
  let depth = 0
  let openChars = 0
  const local = (name: string) => (isXml ? name.slice(name.indexOf(':') + 1) : name)
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        openChars = 0
        depth += 1
        if (depth > limits.maxTagDepth) throw unclosedError(file)
        handler.onOpen(local(name), attributes)
      },
      onclosetag(name) {
        openChars = 0
        depth -= 1
        handler.onClose(local(name))
      },
      ontext(text) {
        openChars = 0
        handler.onText(text)
      },
    },
    { xmlMode: isXml },
  )
  return {
    write(text: string) {
      openChars += text.length
      parser.write(text)
      if (openChars > limits.maxOpenBytes) throw unclosedError(file)
    },
    end: () => parser.end(),
  }
}

/** Decodes chunks of UTF-8. */
export async function* toTexts(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
