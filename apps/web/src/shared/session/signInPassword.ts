import { getSession, onSessionChange } from './store.ts'

/** The token and the password of the last sign-in, if it must be followed by a change of password. */
let lastSignIn: { jwt: string; password: string } | undefined

/**
 * Keeps the password of a parent who must change it after the sign-in, so that the dialog for the change does not ask
 * for it again. It is kept in memory only, until the password is changed, the session ends or the page is closed.
 */
export function rememberSignInPassword(jwt: string, password: string) {
  lastSignIn = { jwt, password }
  const stop = onSessionChange(({ auth_token, profile }) => {
    if (auth_token === jwt && profile?.password_changed === false) return
    if (lastSignIn?.jwt === jwt) lastSignIn = undefined
    stop()
  })
}

/** Returns the password of the current session's sign-in while it must be changed, else undefined. */
export const signInPassword = (): string | undefined =>
  lastSignIn?.jwt === getSession().auth_token ? lastSignIn?.password : undefined
