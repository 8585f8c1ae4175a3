import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, type Header, pack } from 'tar-stream'

export type Entry = { name: string; content: Buffer; type?: Header['type'] }

/** What a backup consists of. */
export async function readEntries(path: string): Promise<Entry[]> {
  const entries: Entry[] = []
  const archive = createReadStream(path).pipe(createZstdDecompress()).pipe(extract())
  for await (const entry of archive) entries.push({ name: entry.header.name, content: await buffer(entry) })
  return entries
}

/** A backup of these entries, well-formed from the outside. */
export async function forge(entries: Entry[]): Promise<Buffer> {
  const archive = pack()
  for (const { name, content, type = 'file' } of entries) {
    const linkname = type === 'file' ? undefined : '/etc/passwd'
    archive.entry({ name, type, linkname }, content)
  }
  archive.finalize()
  return buffer(Readable.from(archive, { objectMode: false }).pipe(createZstdCompress()))
}
