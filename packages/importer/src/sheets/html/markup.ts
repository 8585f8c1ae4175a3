import { Parser } from 'htmlparser2'
import { unclosedError } from '../batches.ts'
import { limits } from '../limits.ts'

export type MarkupHandler = {
  /** The names of XML elements have no namespace prefix; those of HTML elements are in lower case. */
  onOpen(name: string, attributes: Record<string, string>): void
  onClose(name: string): void
  /** Called for each piece of a text, which may have several. */
  onText(text: string): void
}

/**
 * Returns a parser of XML or HTML that is given chunks. It does not know the entities that a document declares: they
 * stay text, so that they cannot expand or read a file. `write` throws an UnreadableFileError if a tag does not end, or
 * if elements are nested too deeply.
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

/** Yields the texts of chunks in UTF-8; a character may be split between two chunks. */
export async function* decodeUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
