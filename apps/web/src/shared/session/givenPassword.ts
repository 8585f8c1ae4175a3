import { getSession, onSessionChange } from './store.ts'

/** The token and the password of the last sign-in, if it must be followed by a change of password. */
let keptSignIn: { jwt: string; password: string } | undefined

/**
 * Keeps the password of a parent who must change it after the sign-in, so that the dialog for the change does not ask
 * for it again. It is kept in memory only, until the password is changed, the session ends or the page is closed.
 */
export function rememberGivenPassword(jwt: string, password: string) {
  keptSignIn = { jwt, password }
  const stop = onSessionChange(() => {
    const { auth_token, profile } = getSession()
    if (auth_token === jwt && profile?.password_changed === false) return
    if (keptSignIn?.jwt === jwt) keptSignIn = undefined
    stop()
  })
}

/** Returns the password of the current session's sign-in while it must be changed, else undefined. */
export const givenPassword = (): string | undefined =>
  keptSignIn?.jwt === getSession().auth_token ? keptSignIn?.password : undefined
