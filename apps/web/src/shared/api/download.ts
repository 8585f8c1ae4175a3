import { BASE_PATH } from '@apoderados/contract/calls/call'
import { lazyApi } from '@apoderados/contract/calls/lazyApi'
import { privacyApi } from '@apoderados/contract/calls/privacyApi'
import { config } from '../../config.ts'
import { getSession } from '../session/store.ts'
import { ApiError, fileUrl, readResponse, signOutIfRefused, throwIfRefused } from './api.ts'

type Options = {
  signal: AbortSignal
  /** Receives the progress in whole per cent; it is not called if the length of the file is unknown. */
  onProgress: (percent: number) => void
}

export type DownloadedFile = { name: string; content: Blob }

/**
 * Fetches a file of the API by its root-relative link. It fails after `config.downloadSilenceMs` without new bytes;
 * the whole download has no time limit. The token goes to the API's origin only (R28), and a 401 signs out.
 * @throws ApiError
 */
export async function download(link: string, { signal, onProgress }: Options): Promise<DownloadedFile> {
  const { auth_token: token } = getSession()
  const request = buildRequest(link, token)
  const stop = new AbortController()
  const giveUp = () => stop.abort()
  let silence = setTimeout(giveUp, config.downloadSilenceMs)
  const restartSilence = () => {
    clearTimeout(silence)
    silence = setTimeout(giveUp, config.downloadSilenceMs)
  }
  signal.addEventListener('abort', giveUp)
  try {
    const response = await fetch(request, { signal: stop.signal })
    restartSilence()
    await throwIfNoDocument(response, token)
    const content = await readBody(response, { onBytes: restartSilence, onProgress })
    return { name: fileName(response.headers.get('content-disposition') ?? ''), content }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('', stop.signal.aborted ? 'timeout' : 'network')
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', giveUp)
  }
}

/** The beginnings of the links of files: documents of the agenda, certificates, and the parent's own data. */
const FILE_PATHS = [
  BASE_PATH + lazyApi.getDocument.path.replace(':id', ''),
  BASE_PATH + lazyApi.getCertificate.path.replace(':kind', ''),
  BASE_PATH + privacyApi.getMyData.path.replace(':format', ''),
]

function buildRequest(link: string, token: string | null): Request {
  const url = new URL(fileUrl(link), location.origin)
  // The parsed path is checked too: the browser resolves `..` and `\` in it.
  if (!FILE_PATHS.some((path) => link.startsWith(path) && url.pathname.startsWith(path)))
    throw new ApiError('', 'bad_response')
  return new Request(url, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'error',
  })
}

/** @throws ApiError if the response is a refusal, or an HTML page, which comes from a proxy or a captive portal */
async function throwIfNoDocument(response: Response, token: string | null) {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
  if (response.ok && !isPage) return
  const refusal = await readResponse(response)
  signOutIfRefused(lazyApi.getDocument, refusal, token)
  throwIfRefused(refusal)
  throw new ApiError('', 'bad_response', refusal)
}

type Listeners = { onBytes: () => void; onProgress: (percent: number) => void }

async function readBody(
  { headers, body }: Response,
  { onBytes: heard, onProgress }: Listeners,
): Promise<Blob> {
  // The length of a compressed response is not that of the bytes read here.
  const length = headers.has('content-encoding') ? 0 : Number(headers.get('content-length'))
  const parts: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  let reported = -1
  const reader = body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    heard()
    parts.push(part.value)
    received += part.value.length
    const percent = length > 0 ? Math.min(100, Math.floor((received / length) * 100)) : reported
    if (percent !== reported) onProgress(percent)
    reported = percent
  }
  if (received === 0 || received < length) throw new ApiError('', 'network')
  return new Blob(parts, { type: headers.get('content-type') ?? '' })
}

/** The largest length of a file name without its ending, in UTF-16 units. */
const NAME_LENGTH_MAX = 120

/** Returns a content-disposition's file name, without folders and signs that could hide its type, or 'documento'. */
export function fileName(disposition: string): string {
  const [, encoded] = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition) ?? []
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(disposition) ?? []
  const name = decodeName(encoded) ?? quoted?.replace(/\\(.)/g, '$1') ?? bare ?? ''
  const [base = ''] = name.split(/[/\\]/).slice(-1)
  const clean = base.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '').replace(/^[.\s]+|[.\s]+$/g, '')
  const [ending = ''] = /\.[^.]{1,10}$/.exec(clean) ?? []
  return clean.slice(0, clean.length - ending.length).slice(0, NAME_LENGTH_MAX) + ending || 'documento'
}

function decodeName(encoded: string | undefined): string | undefined {
  try {
    return encoded && decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
