import { deflateSync } from 'node:zlib'

/** Returns a PDF with these objects, numbered from 1; the first is its catalog. */
export function createPdf(...objects: (string | Buffer)[]): Buffer {
  const numbered = objects.flatMap((object, index) => [`${index + 1} 0 obj\n`, object, '\nendobj\n'])
  const parts = ['%PDF-1.7\n', ...numbered, `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`]
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
}

export const createStream = (dictionary: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\r\n`, 'latin1'),
    data,
    Buffer.from('\nendstream'),
  ])

/** Text that replaces parts of the dictionary of an object stream; `pack` compresses its content. */
type ObjectStreamOptions = { type?: string; filter?: string; sign?: string; pack?: (data: Buffer) => Buffer }

/** Returns an object stream with these objects, numbered from 50. */
export function createObjectStream(objects: string[], packing: ObjectStreamOptions = {}): Buffer {
  const { type = '/Type /ObjStm', filter = '/Filter /FlateDecode', sign = '', pack = deflateSync } = packing
  let offset = 0
  const table = objects.map((object, index) => {
    const entry = `${50 + index} ${offset}`
    offset += object.length + 1
    return entry
  })
  const head = `${table.join(' ')} `
  const content = Buffer.from(head + objects.join(' '), 'latin1')
  return createStream(`${type} /N ${objects.length} /First ${sign}${head.length} ${filter}`, pack(content))
}
