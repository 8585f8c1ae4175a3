import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, type Header, pack } from 'tar-stream'

export type BackupEntry = { name: string; content: Buffer; type?: Header['type'] }

/** Returns the entries of the backup at `path`. */
export async function readEntries(path: string): Promise<BackupEntry[]> {
  const entries: BackupEntry[] = []
  const archive = createReadStream(path).pipe(createZstdDecompress()).pipe(extract())
  for await (const entry of archive) entries.push({ name: entry.header.name, content: await buffer(entry) })
  return entries
}

/** Packs the entries as a backup. An entry whose `type` is not 'file', such as a link, points to /etc/passwd. */
export async function forge(entries: BackupEntry[]): Promise<Buffer> {
  const archive = pack()
  for (const { name, content, type = 'file' } of entries) {
    const linkname = type === 'file' ? undefined : '/etc/passwd'
    archive.entry({ name, type, linkname }, content)
  }
  archive.finalize()
  return buffer(Readable.from(archive, { objectMode: false }).pipe(createZstdCompress()))
}
