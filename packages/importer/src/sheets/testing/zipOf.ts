import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of an archive. The fields after `content` may contradict the content, to make a hostile archive. */
export type ZipEntry = {
  name: string | Buffer
  content?: string | Buffer
  flags?: number
  /** True if the entry does not declare the encoding of its name. */
  omitsEncoding?: boolean
  method?: number
  size?: number
  crc?: number
  /** The position of another entry, whose bytes this entry shares. */
  offset?: number
}

const UTF8_NAME_FLAG = 0x800

function entryHeader(entry: ZipEntry, content: Buffer, packed: Buffer, name: Buffer): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE((entry.omitsEncoding ? 0 : UTF8_NAME_FLAG) | (entry.flags ?? 0), 2)
  header.writeUInt16LE(entry.method ?? 8, 4)
  header.writeUInt32LE(0x5a210000, 6)
  header.writeUInt32LE(entry.crc ?? crc32(content), 10)
  header.writeUInt32LE(packed.length, 14)
  header.writeUInt32LE(entry.size ?? content.length, 18)
  header.writeUInt16LE(name.length, 22)
  return header
}

/** Returns a zip archive with these entries, which is invalid if an entry contradicts its content. */
export function zipOf(entries: ZipEntry[] | Record<string, string | Buffer>): Buffer {
  const list = Array.isArray(entries)
    ? entries
    : Object.entries(entries).map(([name, content]): ZipEntry => ({ name, content }))
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const entry of list) {
    const content = Buffer.from(entry.content ?? '')
    const packed = entry.method === 0 ? content : deflateRawSync(content)
    const name = Buffer.from(entry.name)
    const header = entryHeader(entry, content, packed, name)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(entry.offset ?? at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), header, rest, name)
    if (entry.offset !== undefined) continue
    const file = [Buffer.from('PK\x03\x04', 'latin1'), header, name, packed]
    files.push(...file)
    at += Buffer.concat(file).length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(list.length, 8)
  end.writeUInt16LE(list.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, ...directory, end])
}
