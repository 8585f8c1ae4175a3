import { InvalidAttachmentError } from '../invalidAttachment.ts'
import type { Relation } from './package.ts'

export const macrosError = () => new InvalidAttachmentError('contiene macros', 'el mismo guardado sin macros')
export const activeXError = () =>
  new InvalidAttachmentError('contiene controles ActiveX', 'el mismo sin esos controles')
export const embeddedObjectError = () =>
  new InvalidAttachmentError('trae un objeto de otro programa (OLE)', 'el mismo sin ese objeto')

const otherDocumentError = () =>
  new InvalidAttachmentError('trae otro documento dentro', 'los dos archivos por separado')
const addInError = () =>
  new InvalidAttachmentError('abre un complemento de Office', 'el mismo sin el complemento')
const connectionError = () =>
  new InvalidAttachmentError('trae una conexión a otra fuente de datos', 'el mismo sin conexiones')

/** The errors for relations to active content, by the last segment of the relation's type in lower case. */
const ACTIVE_RELATIONS = new Map([
  ...['vbaproject', 'wordvbadata', 'attachedtoolbars', 'xlmacrosheet', 'xlintlmacrosheet'].map(
    (type) => [type, macrosError] as const,
  ),
  ...['control', 'activexcontrolbinary'].map((type) => [type, activeXError] as const),
  ...['oleobject', 'package'].map((type) => [type, embeddedObjectError] as const),
  ...['webextension', 'webextensiontaskpanes'].map((type) => [type, addInError] as const),
  ['afchunk', otherDocumentError],
  ['connections', connectionError],
])

const URL_SCHEME = /^([a-z][a-z0-9+.-]*):/i
/** URL schemes that a link in a document may have. */
const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel', 'ftp']
/** Matches the URL of a file on a local disk, such as the author's, which loads nothing from a network. */
const LOCAL_DISK_URL = /^file:\/{3}[a-z]:[\\/]/i

/**
 * True for a web, FTP, e-mail or telephone link, a file on the local disk, or a relative path; false for other URL
 * schemes, which may start a program, and for a folder of another machine.
 */
function isHarmlessLink(target: string): boolean {
  const scheme = URL_SCHEME.exec(target)?.[1]?.toLowerCase()
  if (scheme !== undefined) return LINK_SCHEMES.includes(scheme) || LOCAL_DISK_URL.test(target)
  return !/^[\\/]{2}/.test(target)
}

/** Rejects external targets, except harmless links and the path of a template on the author's disk. */
function checkExternalRelation({ type, target }: Relation): void {
  const name = type.replace(/[^a-z]/gi, '').slice(0, 30)
  switch (type.toLowerCase()) {
    case 'hyperlink':
      if (isHarmlessLink(target)) return
      throw new InvalidAttachmentError(
        'un enlace abre un programa o una carpeta de otro equipo',
        'enlaces a páginas web',
      )
    case 'attachedtemplate':
      // Word records the template's path on the author's disk.
      if (LOCAL_DISK_URL.test(target)) return
      throw new InvalidAttachmentError(
        'toma su plantilla de otro sitio (attachedTemplate)',
        'el mismo sin esa plantilla',
      )
    default:
      throw new InvalidAttachmentError(
        `carga algo de fuera al abrirse (${name})`,
        'el mismo con todo dentro, o un PDF',
      )
  }
}

/**
 * Rejects a relation to active content, or to an external target that is not harmless. If `isOfChart` is true, an
 * embedded workbook is accepted, because the caller checks it.
 * @throws {InvalidAttachmentError} that names what was found
 */
export function checkRelation(relation: Relation, isOfChart: boolean): void {
  const type = relation.type.toLowerCase()
  if (relation.isExternal) checkExternalRelation(relation)
  else if (type !== 'package' || !isOfChart) {
    const createError = ACTIVE_RELATIONS.get(type)
    if (createError) throw createError()
  }
}
