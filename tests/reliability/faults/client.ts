import { BASE_PATH } from '@apoderados/contract/calls/call'
import { LoginResponse } from '@apoderados/contract/session'

export const CAROLINA = 'apoderada@example.com'
export const CRISTIAN = 'apoderado@example.com'
export const PASSWORD = 'demo1234'
const ANSWER_TIMEOUT_MS = 8_000

type ClientRequest = { jwt?: string | undefined; body?: object; method?: 'GET' | 'POST' | 'DELETE' }
export type ClientResponse = { status: number; bytes: Buffer }

/** Sends one call as the app does; `status` is 0 if no answer arrives within the time limit. */
export async function callApi(
  url: string,
  path: string,
  { jwt, body, method }: ClientRequest = {},
): Promise<ClientResponse> {
  try {
    const answer = await fetch(path.startsWith('/api') ? url + path : url + BASE_PATH + path, {
      method: method ?? (body ? 'POST' : 'GET'),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      headers: {
        ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  } catch {
    return { status: 0, bytes: Buffer.alloc(0) }
  }
}

/** Signs in with the demo's password. @throws with the status if the sign-in is refused */
export async function signIn(url: string, email: string): Promise<LoginResponse> {
  const { status, bytes } = await callApi(url, '/auth/login', { body: { email, password: PASSWORD } })
  if (status !== 200) throw new Error(`the sign-in of ${email} was answered ${status}`)
  return LoginResponse.parse(JSON.parse(bytes.toString()))
}

const readPaths = ['calendar', 'observations', 'arrears', 'qualifications/sub_periods', 'courses/classmates']

/** Sends the reads of `readPaths` and of the profile once, and returns the statuses other than 200. */
export async function failedReads(url: string, jwt: string, student_id: number): Promise<number[]> {
  const paths = ['/auth/profile', ...readPaths.map((path) => `/${path}?student_id=${student_id}`)]
  const answers = await Promise.all(paths.map((path) => callApi(url, path, { jwt })))
  return answers.map(({ status }) => status).filter((status) => status !== 200)
}
