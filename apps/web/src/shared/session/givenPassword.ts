import { getSession, onSessionChange } from './store.ts'

let given: { jwt: string; password: string } | undefined

/**
 * Keeps the password of a sign-in that must change it, in memory alone, so that the dialog does not ask for it twice. It is
 * forgotten with the change, with the session and with the page.
 */
export function rememberGivenPassword(jwt: string, password: string) {
  given = { jwt, password }
  const stop = onSessionChange(() => {
    const { auth_token, profile } = getSession()
    if (auth_token === jwt && profile?.password_changed === false) return
    if (given?.jwt === jwt) given = undefined
    stop()
  })
}

/** The password that opened the present session, while it must be changed. */
export const givenPassword = (): string | undefined =>
  given?.jwt === getSession().auth_token ? given?.password : undefined
