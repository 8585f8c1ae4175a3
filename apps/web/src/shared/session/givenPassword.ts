import { getSession, onSessionChange } from './store.ts'

let given: { jwt: string; password: string } | undefined

/**
 * Keeps the password of a parent who must change it after the sign-in, so that the dialog for the change does not ask
 * for it again. It is in memory alone, until the password is changed or the session or the page ends.
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

/** The password of the current session's sign-in, while it must be changed. */
export const givenPassword = (): string | undefined =>
  given?.jwt === getSession().auth_token ? given?.password : undefined
