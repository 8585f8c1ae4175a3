import { Zip, ZipPassThrough } from 'fflate'

type Entry = { name: string; read(): Promise<Uint8Array | undefined> }

/** Yields a zip of the files, which are read one after another. They are stored as they are: a PDF is compressed already. */
export async function* zipOf(entries: Entry[]): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    ready.push(part)
  })
  for (const { name, read } of entries) {
    const content = await read()
    if (!content) continue // erased meanwhile
    const file = new ZipPassThrough(name)
    zip.add(file)
    file.push(content, true)
    yield* ready
    ready = []
  }
  zip.end()
  yield* ready
}
