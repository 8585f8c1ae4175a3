import { createHash, generateKeyPairSync, sign } from 'node:crypto'

/** The flags of an answer: the person was present and, with `VERIFIED`, was checked by the device. */
const [PRESENT, VERIFIED, WITH_CREDENTIAL] = [0x01, 0x04, 0x40]

/** A key on a device: it makes a passkey for the host of `site`, and signs challenges with it. */
export function createPasskeyDevice(site: string, { isVerifying = true } = {}) {
  const flags = isVerifying ? PRESENT | VERIFIED : PRESENT
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = createHash('sha256').update(x).digest()
  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  // COSE: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  let counter = 0
  const authData = (flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    counter += 1
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(site).hostname), Buffer.from([flags]), count, rest])
  }
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  return {
    create({ challenge }: { challenge: string }, origin = site) {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey])
      const data = authData(flags | WITH_CREDENTIAL, credential)
      const length = Buffer.from([0x58, data.length])
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        length,
        data,
      ])
      const clientDataJSON = clientData('webauthn.create', challenge, origin).toString('base64url')
      const response = { clientDataJSON, attestationObject: attestation.toString('base64url') }
      return { ...named, response, clientExtensionResults: {} }
    },
    get({ challenge }: { challenge: string }, origin = site) {
      const [data, client] = [authData(flags), clientData('webauthn.get', challenge, origin)]
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { ...named, response, clientExtensionResults: {} }
    },
  }
}
