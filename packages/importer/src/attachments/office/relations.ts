import { InvalidAttachmentError } from '../invalidAttachment.ts'
import type { Relation } from './package.ts'

export const macros = () => new InvalidAttachmentError('contiene macros', 'el mismo guardado sin macros')
export const activeX = () =>
  new InvalidAttachmentError('contiene controles ActiveX', 'el mismo sin esos controles')
export const embedded = () =>
  new InvalidAttachmentError('trae un objeto de otro programa (OLE)', 'el mismo sin ese objeto')

const otherDocument = () =>
  new InvalidAttachmentError('trae otro documento dentro', 'los dos archivos por separado')
const addIn = () => new InvalidAttachmentError('abre un complemento de Office', 'el mismo sin el complemento')
const connection = () =>
  new InvalidAttachmentError('trae una conexión a otra fuente de datos', 'el mismo sin conexiones')

/** By the last word of their type, in lower case. */
const ACTIVE = new Map([
  ...['vbaproject', 'wordvbadata', 'attachedtoolbars', 'xlmacrosheet', 'xlintlmacrosheet'].map(
    (type) => [type, macros] as const,
  ),
  ...['control', 'activexcontrolbinary'].map((type) => [type, activeX] as const),
  ...['oleobject', 'package'].map((type) => [type, embedded] as const),
  ...['webextension', 'webextensiontaskpanes'].map((type) => [type, addIn] as const),
  ['afchunk', otherDocument],
  ['connections', connection],
])

const SCHEME = /^([a-z][a-z0-9+.-]*):/i
/** What a reader may be led to by a tap. */
const LINKED = ['http', 'https', 'mailto', 'tel', 'ftp']
/** On the author's own disk: it loads nothing on another device. */
const ON_A_DISK = /^file:\/{3}[a-z]:[\\/]/i

/** A page, a mailbox, a place in the same folder; a program or another machine's folder is none. */
function isPlainLink(target: string): boolean {
  const scheme = SCHEME.exec(target)?.[1]?.toLowerCase()
  if (scheme !== undefined) return LINKED.includes(scheme) || ON_A_DISK.test(target)
  return !/^[\\/]{2}/.test(target)
}

/** What the reading program fetches by itself, or opens in another one. */
function checkExternal({ type, target }: Relation): void {
  const name = type.replace(/[^a-z]/gi, '').slice(0, 30)
  switch (type.toLowerCase()) {
    case 'hyperlink':
      if (isPlainLink(target)) return
      throw new InvalidAttachmentError(
        'un enlace abre un programa o una carpeta de otro equipo',
        'enlaces a páginas web',
      )
    case 'attachedtemplate':
      // Word notes where on the author's disk the template lay.
      if (ON_A_DISK.test(target)) return
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

/** @throws {InvalidAttachmentError} by the name of what is active. `isOfChart`: the table behind a chart is looked at by the caller */
export function checkRelation(relation: Relation, isOfChart: boolean): void {
  const type = relation.type.toLowerCase()
  if (relation.isExternal) checkExternal(relation)
  else if (type !== 'package' || !isOfChart) {
    const refused = ACTIVE.get(type)
    if (refused) throw refused()
  }
}
