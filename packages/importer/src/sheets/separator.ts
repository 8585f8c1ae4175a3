import { limits } from './limits.ts'

const SEPARATORS = [';', ',', '\t', '|']
/** Matches the line that Excel writes above the first row to declare the separator, and does not show. */
const SEPARATOR_DECLARATION = /^"?sep=([^\r\n])"?(?:\r\n|\n|\r|$)/i
const LINE_END = /[\r\n]/

/** Returns the most frequent separator outside quotes in the first filled row, and whether that row is complete. */
export function findSeparator(text: string): { separator: string; isRowComplete: boolean } {
  const counts = new Map(SEPARATORS.map((separator) => [separator, 0]))
  let isQuoted = false
  let isBlank = true
  let isRowComplete = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && LINE_END.test(sign)) {
      if (isBlank) continue
      isRowComplete = true
      break
    } else if (!isQuoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    if (sign.trim() !== '' || sign === '\t') isBlank = false
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  return { separator: best?.[0] ?? ';', isRowComplete }
}

/** Whether a text file looks like a table. A comma in its first line is no evidence, because prose has commas too. */
export function looksLikeTable(head: Buffer): boolean {
  const isWide = head[0] === 0xff || head[0] === 0xfe
  if (isWide || SEPARATOR_DECLARATION.test(head.toString('latin1'))) return true
  const [first = ''] = head.toString('latin1').trimStart().split(LINE_END)
  return /[;\t]/.test(first)
}

/** Returns the separator of a CSV text, and all its chunks without the line that declares the separator. */
export async function detectSeparator(
  chunks: AsyncIterable<Buffer>,
): Promise<{ separator: string; chunks: AsyncIterable<Buffer> }> {
  const rest = chunks[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  let found = findSeparator('')
  while (!found.isRowComplete && head.length < limits.headerBytes) {
    const { done, value } = await rest.next()
    if (done) break
    head = Buffer.concat([head, value])
    found = findSeparator(head.toString())
  }
  const declared = SEPARATOR_DECLARATION.exec(head.toString('utf8', 0, 16))
  const after = declared ? head.subarray(Buffer.byteLength(declared[0])) : head
  return { separator: declared?.[1] ?? found.separator, chunks: prependHead(after, rest) }
}

async function* prependHead(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield head
    for (;;) {
      const { done, value } = await rest.next()
      if (done) return
      yield value
    }
  } finally {
    await rest.return?.()
  }
}
