import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { CERTIFICATE_DAYS_MIN, daysUntil } from './certificates.ts'
import { type Finding, failure, success, warning } from './finding.ts'

const PROBE_TIMEOUT_MS = 10_000

type ProbeResponse = { status: number; date: Date | undefined; askedAt: Date; validTo: Date }

/** Requests `/healthz` at the public address. @throws the errors of Node's HTTP client */
async function probeHttps(publicUrl: string): Promise<ProbeResponse> {
  const clientRequest = request(new URL('/healthz', publicUrl), { agent: false, timeout: PROBE_TIMEOUT_MS })
  clientRequest.on('timeout', () =>
    clientRequest.destroy(Object.assign(new Error('silent'), { code: 'ETIMEDOUT' })),
  )
  clientRequest.end()
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
  const validTo = new Date((response.socket as TLSSocket).getPeerCertificate().valid_to)
  response.resume()
  const { date } = response.headers
  return {
    status: response.statusCode ?? 0,
    date: date === undefined ? undefined : new Date(date),
    askedAt: new Date(),
    validTo,
  }
}

const CONNECTION_ERRORS: Record<string, string> = {
  ECONNREFUSED: 'Nada responde ahí',
  ECONNRESET: 'La conexión se corta',
  ETIMEDOUT: 'No responde',
  EHOSTUNREACH: 'No se llega a ella',
  ENOTFOUND: 'Su nombre no existe en el DNS',
  EAI_AGAIN: 'El DNS no responde',
  CERT_HAS_EXPIRED: 'Su certificado venció: renuévelo',
}

function explainConnectionError({ code = '' }: NodeJS.ErrnoException): string {
  if (CONNECTION_ERRORS[code]) return `${CONNECTION_ERRORS[code]} (${code}).`
  return /CERT|^UNABLE_TO_|^ERR_TLS/.test(code)
    ? `Los teléfonos no aceptan su certificado (${code}). Use uno de una autoridad conocida, con ese nombre.`
    : `No se pudo preguntar (${code}).`
}

/** Returns a function that requests the public address at its first call, and gives later calls the same response. */
export function createProbe(publicUrl: string | undefined): () => Promise<ProbeResponse> {
  let probe: Promise<ProbeResponse> | undefined
  return () => {
    probe ??= probeHttps(publicUrl ?? '')
    return probe
  }
}

export async function checkPublicAddress(
  publicUrl: string | undefined,
  probe: () => Promise<ProbeResponse>,
): Promise<Finding> {
  if (!publicUrl) return warning('Falta PUBLIC_URL: los correos no llevan enlaces.')
  if (!publicUrl.startsWith('https://'))
    return failure(`${publicUrl} va sin cifrar. Ponga TLS delante y https:// en PUBLIC_URL.`)
  const probed = await probe().catch((error) => failure(`${publicUrl}: ${explainConnectionError(error)}`))
  if ('level' in probed) return probed
  const days = daysUntil(probed.validTo)
  const valid = `certificado válido por ${days} días`
  if (probed.status !== 200)
    return failure(`${publicUrl} responde ${probed.status}. Revise el servidor y el proxy; ${valid}.`)
  return days < CERTIFICATE_DAYS_MIN
    ? warning(`${publicUrl}: ${valid}. Revise su renovación.`)
    : success(`${publicUrl} responde, ${valid}.`)
}
