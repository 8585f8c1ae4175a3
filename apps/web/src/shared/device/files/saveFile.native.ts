import { FileViewer } from '@capacitor/file-viewer'
import { Directory, Filesystem } from '@capacitor/filesystem'

/** The system's cache folder, which is in no backup and which the system may empty at any time. */
const CACHE_DIRECTORY = Directory.Cache
const DOCUMENTS_FOLDER = 'documentos'
/** 1 MiB as base64. The bridge to the native side receives a large document in parts of this size. */
const PIECE_BYTES = 768 * 1024

/**
 * Stores the file until the next start or sign-out, and opens it in the phone's app for its type. Returns the text of
 * the reason if it cannot; undefined if it has opened the file or the download was cancelled.
 */
export async function openFile(
  name: string,
  content: Blob,
  signal: AbortSignal,
): Promise<string | undefined> {
  const path = `${DOCUMENTS_FOLDER}/${plainName(name)}`
  try {
    await writeInPieces(path, content, signal)
  } catch {
    return 'No se pudo guardar en este teléfono. Revisa que tenga espacio libre.'
  }
  if (signal.aborted) return undefined
  const { uri } = await Filesystem.getUri({ path, directory: CACHE_DIRECTORY })
  try {
    await FileViewer.openDocumentFromLocalPath({ path: uri.replace('file://', '') })
    return undefined
  } catch {
    return 'No hay en este teléfono una aplicación que abra este tipo de archivo.'
  }
}

async function writeInPieces(path: string, content: Blob, signal: AbortSignal) {
  for (let from = 0; from < content.size && !signal.aborted; from += PIECE_BYTES) {
    const piece = {
      path,
      directory: CACHE_DIRECTORY,
      data: await toBase64(content.slice(from, from + PIECE_BYTES)),
    }
    if (from === 0) await Filesystem.writeFile({ ...piece, recursive: true })
    else await Filesystem.appendFile(piece)
  }
}

const toBase64 = (piece: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(piece)
  })

/** 'Guía 2.pdf' → 'Guia_2.pdf': Android's viewer does not decode a path, and that of iOS reads it as a URL. */
const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '_')

/** Removes all opened documents from the phone. */
export async function emptyDocuments(): Promise<void> {
  // The folder does not exist before the first document.
  await Filesystem.rmdir({ path: DOCUMENTS_FOLDER, directory: CACHE_DIRECTORY, recursive: true }).catch(
    () => undefined,
  )
}
