import {
  type OfficeCallName,
  type OfficeRequestOf,
  type OfficeResponseOf,
  officeApi,
} from '@apoderados/contract/office/officeApi'
import { OFFICE_BASE_PATH, type OfficeCall } from '@apoderados/contract/office/officeCall'
import { Conflict } from '@apoderados/contract/office/staffMembers'
import * as z from 'zod/mini'
import { noteCall, noteSessionEnd } from './session.ts'

const DEADLINE_MS = 30_000
const UPLOAD_DEADLINE_MS = 30 * 60_000

/** A failed call. `message` is the server's text, or a text for a call without a response. */
export class OfficeError extends Error {
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** Set if the second factor must be proved again first, with another factor for 'confirm_another'. */
  readonly reason: 'confirm' | 'confirm_another' | undefined
  /** Set if somebody changed the same thing meanwhile. */
  readonly conflict: Conflict | undefined

  constructor(message: string, { response, body }: { response?: Response; body?: unknown } = {}) {
    super(message)
    this.status = response?.status
    this.requestId = response?.headers.get('x-request-id') ?? undefined
    const refusal = z.safeParse(Refusal, body).data
    this.reason = refusal?.reason
    this.conflict = refusal?.conflict
  }
}

const Refusal = z.object({
  message: z.string(),
  reason: z.optional(z.enum(['confirm', 'confirm_another'])),
  conflict: z.optional(Conflict),
})

const CONNECTION_FAILED = 'No hay conexión con el servidor. Revise su red e inténtelo otra vez.'
const BAD_RESPONSE = 'El servidor respondió algo que no se entiende. Recargue la página.'

async function send(
  call: OfficeCall,
  request: object,
  { signal, file }: { signal?: AbortSignal | undefined; file?: File } = {},
): Promise<Response> {
  const fields = z.encode(call.request, request as never) as Record<string, unknown>
  const path = call.path.replace(/:(\w+)/g, (_, field: string) => {
    const { [field]: value } = fields
    delete fields[field]
    return encodeURIComponent(String(value))
  })
  const isRead = call.method === 'GET'
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined)
  const query = isRead && sent.length > 0 ? `?${new URLSearchParams(sent as [string, string][])}` : ''
  const deadline = AbortSignal.timeout(file ? UPLOAD_DEADLINE_MS : DEADLINE_MS)
  const response = await fetch(OFFICE_BASE_PATH + path + query, {
    method: call.method,
    cache: 'no-store',
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    ...(file && { headers: { 'content-type': 'application/octet-stream' }, body: file }),
    ...(!isRead &&
      sent.length > 0 && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(Object.fromEntries(sent)),
      }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new OfficeError(CONNECTION_FAILED)
  })
  if (!response.ok) await refuse(call, response)
  if (call.session === 'full') noteCall()
  return response
}

/** @throws {OfficeError} */
async function refuse(call: OfficeCall, response: Response): Promise<never> {
  const body: unknown = await response.json().catch(() => undefined)
  if (response.status === 401 && call.session === 'full') noteSessionEnd()
  const { message = `El servidor respondió ${response.status}.` } = z.safeParse(Refusal, body).data ?? {}
  throw new OfficeError(message, { response, body })
}

export type JsonCallName = {
  [N in OfficeCallName]: (typeof officeApi)[N]['response'] extends 'file' ? never : N
}[OfficeCallName]

/** Makes a call of the console's API. @throws {OfficeError} */
export async function callOffice<N extends JsonCallName>(
  name: N,
  request: OfficeRequestOf<N>,
  signal?: AbortSignal,
): Promise<OfficeResponseOf<N>> {
  const call = officeApi[name]
  const response = await send(call, request, { signal })
  const body: unknown = await response.json().catch(() => undefined)
  const parsed = z.safeParse(call.response as z.ZodMiniType, body)
  if (!parsed.success) throw new OfficeError(BAD_RESPONSE, { response })
  return parsed.data as OfficeResponseOf<N>
}

/** Sends a file as the body of a call. @throws {OfficeError} */
export async function uploadFile<N extends 'uploadLoadFile' | 'addNoticeFile' | 'setDocumentPicture'>(
  name: N,
  request: OfficeRequestOf<N>,
  file: File,
): Promise<OfficeResponseOf<N>> {
  const response = await send(officeApi[name], request, { file })
  return (await response.json()) as OfficeResponseOf<N>
}

/** Saves the file that a call returns to the browser's downloads. @throws {OfficeError} */
export async function downloadFile<N extends Exclude<OfficeCallName, JsonCallName>>(
  name: N,
  request: OfficeRequestOf<N>,
): Promise<void> {
  const response = await send(officeApi[name], request)
  const disposition = response.headers.get('content-disposition') ?? ''
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = /filename="?([^";]+)/.exec(disposition)?.[1] ?? 'apoderados'
  link.click()
  URL.revokeObjectURL(link.href)
}
