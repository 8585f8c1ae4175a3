import { Profile } from '../profile.ts'
import {
  ChangePasswordRequest,
  LoginRequest,
  LoginResponse,
  PushTokenRequest,
  RecoveryConfirmRequest,
  RecoveryRequest,
} from '../session.ts'
import { Confirmation, NoRequest } from '../values/primitives.ts'
import {
  AUTHENTICATED,
  AUTHENTICATED_NO_SIGN_OUT,
  type Call,
  del,
  get,
  PUBLIC,
  PUBLIC_WITH_DEVICE,
  post,
} from './call.ts'

/** Sign-outs have their own pool: a rejected sign-out would leave a session open on a shared phone. */
const SIGN_OUT = { concurrencyPool: 'sign-out' } as const
/** Makes the browser clear its cache, which contains photos of the ended session. */
const CLEAR_CACHE = { 'clear-site-data': '"cache"' }

/** The account's calls: sign-in, profile, password, push token and sign-out. The web app loads them at its start. */
export const signInApi = {
  // These calls are in the order of spec §7.
  login: post(
    { ...PUBLIC_WITH_DEVICE, concurrencyPool: 'hash', metric: 'sign_ins' },
    '/auth/login',
    LoginRequest,
    LoginResponse,
  ),
  getProfile: get({ ...AUTHENTICATED, signsOutOn: [401, 403, 404] }, '/auth/profile', NoRequest, Profile),
  // The response is always 200 (spec §7).
  logout: del({ ...PUBLIC, ...SIGN_OUT, isNeverShed: true }, '/auth/logout', NoRequest, Confirmation),
  requestRecovery: post(PUBLIC_WITH_DEVICE, '/auth/recovery', RecoveryRequest, Confirmation),
  // The app also sends its token; the server ignores an expired one.
  confirmRecovery: post(
    { ...PUBLIC_WITH_DEVICE, sendsToken: true, concurrencyPool: 'hash' },
    '/auth/recovery_confirm',
    RecoveryConfirmRequest,
    Confirmation,
  ),
  changePassword: post(
    { ...AUTHENTICATED_NO_SIGN_OUT, usesDeviceProof: true, concurrencyPool: 'hash' },
    '/auth/change_password',
    ChangePasswordRequest,
    Confirmation,
  ),
  savePushToken: post(AUTHENTICATED_NO_SIGN_OUT, '/auth/push_token', PushTokenRequest, Confirmation),
  deletePushToken: del(AUTHENTICATED_NO_SIGN_OUT, '/auth/push_token', PushTokenRequest, Confirmation),

  // This call is an addition to the specification, whose logout carries no token and so cannot end the session.
  endSession: del(
    { ...AUTHENTICATED_NO_SIGN_OUT, ...SIGN_OUT, headers: CLEAR_CACHE },
    '/auth/sessions/current',
    NoRequest,
    Confirmation,
  ),
} satisfies Record<string, Call>
