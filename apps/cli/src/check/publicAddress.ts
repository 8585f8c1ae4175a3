import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { CERTIFICATE_DAYS_LEAST, daysUntil } from './certificates.ts'
import { type Finding, failure, good, warning } from './finding.ts'

const TIME_MS = 10_000

type HttpsProbe = { status: number; date: Date | undefined; askedAt: Date; validTo: Date }

/** `/healthz` of the address that families use. @throws as Node's client does */
async function ask(publicUrl: string): Promise<HttpsProbe> {
  const asked = request(new URL('/healthz', publicUrl), { agent: false, timeout: TIME_MS })
  asked.on('timeout', () => asked.destroy(Object.assign(new Error('silent'), { code: 'ETIMEDOUT' })))
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const validTo = new Date((answer.socket as TLSSocket).getPeerCertificate().valid_to)
  answer.resume()
  const { date } = answer.headers
  return {
    status: answer.statusCode ?? 0,
    date: date === undefined ? undefined : new Date(date),
    askedAt: new Date(),
    validTo,
  }
}

const AWAY: Record<string, string> = {
  ECONNREFUSED: 'Nada responde ahí',
  ECONNRESET: 'La conexión se corta',
  ETIMEDOUT: 'No responde',
  EHOSTUNREACH: 'No se llega a ella',
  ENOTFOUND: 'Su nombre no existe en el DNS',
  EAI_AGAIN: 'El DNS no responde',
  CERT_HAS_EXPIRED: 'Su certificado venció: renuévelo',
}

function explain({ code = '' }: NodeJS.ErrnoException): string {
  if (AWAY[code]) return `${AWAY[code]} (${code}).`
  return /CERT|^UNABLE_TO_|^ERR_TLS/.test(code)
    ? `Los teléfonos no aceptan su certificado (${code}). Use uno de una autoridad conocida, con ese nombre.`
    : `No se pudo preguntar (${code}).`
}

/** Asked once, for its certificate and for its clock. */
export function askOnce(publicUrl: string | undefined): () => Promise<HttpsProbe> {
  let asked: Promise<HttpsProbe> | undefined
  return () => {
    asked ??= ask(publicUrl ?? '')
    return asked
  }
}

export async function lookAtPublicAddress(
  publicUrl: string | undefined,
  answer: () => Promise<HttpsProbe>,
): Promise<Finding> {
  if (!publicUrl) return warning('Falta PUBLIC_URL: los correos no llevan enlaces.')
  if (!publicUrl.startsWith('https://'))
    return failure(`${publicUrl} va sin cifrar. Ponga TLS delante y https:// en PUBLIC_URL.`)
  let found: HttpsProbe
  try {
    found = await answer()
  } catch (error) {
    return failure(`${publicUrl}: ${explain(error as NodeJS.ErrnoException)}`)
  }
  const days = daysUntil(found.validTo)
  const valid = `certificado válido por ${days} días`
  if (found.status !== 200)
    return failure(`${publicUrl} responde ${found.status}. Revise el servidor y el proxy; ${valid}.`)
  return days < CERTIFICATE_DAYS_LEAST
    ? warning(`${publicUrl}: ${valid}. Revise su renovación.`)
    : good(`${publicUrl} responde, ${valid}.`)
}
