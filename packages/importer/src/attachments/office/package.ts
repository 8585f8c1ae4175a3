import { type Archive, openArchive } from '../../sheets/archive.ts'
import { openPackedZip, readHead, type Source } from '../../sheets/source.ts'
import { findPart, readElements } from '../../sheets/xlsx/workbookParts.ts'
import { InvalidAttachmentError } from '../invalidAttachment.ts'

/** The maximum unpacked size of all XML parts together; a school's document has a few MB. */
const XML_BYTES_MAX = 256 * 2 ** 20
const PARTS_MAX = 10_000

/**
 * A relation of a part to another part or to an external target. `type` is the last segment of the relation's type:
 * 'oleObject' for 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/oleObject'.
 */
export type Relation = { type: string; target: string; isExternal: boolean }

export const unreadableError = () =>
  new InvalidAttachmentError(
    'no se puede revisar por dentro',
    'el mismo abierto en Word o Excel y guardado de nuevo',
  )

/**
 * Opens a Word or Excel document as an archive of parts.
 * @throws {UnreadableFileError} if the file is not a complete ZIP
 * @throws {InvalidAttachmentError} if names are invalid or repeated, or there are too many parts
 */
export async function openPackage(file: string, bytes: Buffer): Promise<Archive> {
  const source = createMemorySource(file, bytes)
  let hasBadName = false
  const archive = await openArchive(source, () => {
    hasBadName = true
  })
  // If two parts have the same name, programs differ in which one they open, so the file is rejected.
  if (!hasBadName && archive.entries.length <= PARTS_MAX) return archive
  archive.close()
  throw unreadableError()
}

function createMemorySource(file: string, bytes: Buffer): Source {
  const read = async function* () {
    yield bytes
  }
  const { length } = bytes
  return { file, path: file, bytes: length, size: length, read, openZip: () => openPackedZip({ file, read }) }
}

/** Matches the beginning of an XML text, which may have a byte order mark. */
const MARKUP_START = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</

/** Returns parts that begin like XML, whatever their names. @throws {UnreadableFileError | InvalidAttachmentError} */
export async function findXmlParts({ entries }: Archive): Promise<Source[]> {
  const parts: Source[] = []
  let bytes = 0
  for (const entry of entries) {
    const head = await readHead(entry)
    if (!MARKUP_START.test(head.toString('latin1'))) continue
    bytes += entry.size
    if (bytes > XML_BYTES_MAX) throw unreadableError()
    parts.push(entry)
  }
  return parts
}

/** Relations of 'word/document.xml' are in 'word/_rels/document.xml.rels', those of the package in '_rels/.rels'. */
export const isRelationsPart = ({ path }: Source) => /(?:^|\/)_rels\/[^/]*\.rels$/i.test(path)

/** Reads the relations that `part` lists; none if it is undefined. @throws {UnreadableFileError} */
export async function readRelations(part: Source | undefined): Promise<Relation[]> {
  const relations: Relation[] = []
  await readElements(part, (name, { Type: type = '', Target: target = '', TargetMode: mode = '' }) => {
    if (name !== 'Relationship') return
    const isExternal = mode.trim().toLowerCase() === 'external'
    relations.push({ type: type.trim().slice(type.lastIndexOf('/') + 1), target: target.trim(), isExternal })
  })
  return relations
}

/** `all` are the declared types; `of` returns the type of the part with that path, '' if none is declared. */
export type ContentTypes = { all: string[]; of(path: string): string }

/** Reads the declared content types of the parts, in lower case. @throws {UnreadableFileError} */
export async function readContentTypes(archive: Archive): Promise<ContentTypes> {
  const byPath = new Map<string, string>()
  const byEnding = new Map<string, string>()
  await readElements(findPart(archive, '[Content_Types].xml'), (name, attributes) => {
    const { ContentType: type = '', PartName: path = '', Extension: ending = '' } = attributes
    if (name === 'Override') byPath.set(path.replace(/^\//, '').toLowerCase(), type.trim().toLowerCase())
    if (name === 'Default') byEnding.set(ending.toLowerCase(), type.trim().toLowerCase())
  })
  return {
    all: [...byPath.values(), ...byEnding.values()],
    of(path) {
      const lower = path.toLowerCase()
      return byPath.get(lower) ?? byEnding.get(lower.slice(lower.lastIndexOf('.') + 1)) ?? ''
    },
  }
}
