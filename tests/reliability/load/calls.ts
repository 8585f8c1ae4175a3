import { BASE_PATH } from '@apoderados/contract/calls/call'
import { type FamilySession, PASSWORD, reads } from '@apoderados/tests-support/environment/generatedSchool.ts'

const pickRandom = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T

/**
 * Returns a function that picks a read of a random family, in the proportions of `reads`. All requests are built in
 * advance, because the load generator shares the machine with the server.
 */
export function createReadMix(families: FamilySession[]): () => Buffer {
  const shared = reads.filter(({ share }) => share !== undefined)
  const requests = families.map((family) =>
    shared.map(({ path }) =>
      Buffer.from(
        `GET ${path(family) ?? `${BASE_PATH}/auth/profile`} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${family.jwt}\r\n` +
          'Accept: application/json\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n',
        'latin1',
      ),
    ),
  )
  const kinds = shared.flatMap(({ share = 0 }, kind) => Array.from({ length: share }, () => kind))
  return () => pickRandom(requests)[pickRandom(kinds)] as Buffer
}

/** Returns a function that makes the sign-in of one parent after the other, with the right password. */
export function createSignInMix(families: FamilySession[]): () => string {
  let number = 0
  return () => {
    const body = JSON.stringify({ email: families[number++ % families.length]?.email, password: PASSWORD })
    return (
      `POST ${BASE_PATH}/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    )
  }
}
