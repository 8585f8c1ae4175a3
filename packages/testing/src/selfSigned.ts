import { generateKeyPairSync, sign } from 'node:crypto'

/** Object identifiers in DER, without tag and length. */
const OID_ECDSA_WITH_SHA256 = '2a8648ce3d040302'
const OID_COMMON_NAME = '550403'
const OID_SUBJECT_ALT_NAME = '551d11'

/** Encodes a value in DER: tag, length, content. */
function encodeDer(tag: number, ...parts: (Uint8Array | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Uint8Array[]) => encodeDer(0x30, ...parts)
const objectIdentifier = (hex: string) => encodeDer(0x06, Buffer.from(hex, 'hex'))
const bitString = (bytes: Uint8Array) => encodeDer(0x03, '\0', bytes)

const toPem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`

const DEFAULT_VALID_TO = new Date('2049-12-31T23:59:59Z')
/** Formats a date as '491231235959Z', the form of dates in a certificate. */
const toUtcTime = (date: Date) => `${date.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`

/**
 * Creates a self-signed certificate for 127.0.0.1, because Node has no function for it. It is valid apart from its
 * issuer, and expired if `validTo` has passed.
 */
export function selfSigned(validTo = DEFAULT_VALID_TO): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(objectIdentifier(OID_ECDSA_WITH_SHA256))
  const name = sequence(
    encodeDer(0x31, sequence(objectIdentifier(OID_COMMON_NAME), encodeDer(0x0c, 'nobody'))),
  )
  const validity = sequence(encodeDer(0x17, '200101000000Z'), encodeDer(0x17, toUtcTime(validTo)))
  const names = sequence(encodeDer(0x87, Buffer.from([127, 0, 0, 1])))
  const extensions = encodeDer(
    0xa3,
    sequence(sequence(objectIdentifier(OID_SUBJECT_ALT_NAME), encodeDer(0x04, names))),
  )
  const body = sequence(
    encodeDer(0xa0, encodeDer(0x02, '\x02')),
    encodeDer(0x02, '\x01'),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  )
  return {
    cert: toPem(sequence(body, algorithm, bitString(sign('sha256', body, privateKey)))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
