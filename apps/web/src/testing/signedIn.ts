import type { Profile } from '@apoderados/contract/profile'
import { dispatch } from '../shared/session/store.ts'
import { aProfile } from './data/people.ts'

/** Stores and starts a session, as the app does after a sign-in. */
export function signedIn(profile: Profile = aProfile(), jwt = 'token') {
  dispatch({
    type: 'signedIn',
    response: { success: true, jwt, parent: profile, message: 'Sesión iniciada' },
  })
}
