import { documentType } from '@apoderados/core/files/fileStore'
import type { Scanner } from '../../startup/scanner.ts'

/** The last preparation: pictures are decoded one after another, as a large one takes much memory meanwhile. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Returns the bytes to store: a picture encoded again, without metadata, or a PDF that the school's scanner found clean.
 * Returns undefined for any other file, and for one that is damaged.
 */
export function prepareExcuseAttachment(
  name: string,
  bytes: Buffer,
  scanner: Scanner,
): Promise<Buffer | undefined> {
  const result = last.then(() => prepare(name, bytes, scanner))
  last = result.catch(() => {})
  return result
}

async function prepare(name: string, bytes: Buffer, { isActive, scan }: Scanner) {
  const types = isActive ? ['jpg', 'png', 'pdf'] : ['jpg', 'png']
  const type = types.find((ending) => documentType(bytes, `x.${ending}`) !== undefined)
  if (!type) return undefined
  // The preparation of the importer, with its picture library, is loaded for the first attachment.
  const { prepareDocument } = await import('@apoderados/importer/attachments/prepareAttachment')
  const path = `adjunto.${type}`
  const prepared = await prepareDocument({ path, bytes: bytes.length, read: async () => bytes })
  if ('problem' in prepared) return undefined
  const problem = await scan(name, prepared.bytes)
  return problem ? undefined : prepared.bytes
}
