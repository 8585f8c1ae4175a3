import { Profile } from '../profile.ts'
import {
  ChangePasswordRequest,
  LoginRequest,
  LoginResponse,
  PushTokenRequest,
  RecoveryConfirmRequest,
  RecoveryRequest,
  RevokeSessionRequest,
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
  PUBLIC_WITH_DEVICE_AND_TOKEN,
  post,
} from './call.ts'

/** The account's calls: sign-in, profile, password, push token and sign-out. The web app loads them at its start. */
export const sessionApi = {
  // These calls are in the order of spec §7.
  login: post(PUBLIC_WITH_DEVICE, '/auth/login', LoginRequest, LoginResponse),
  getProfile: get({ ...AUTHENTICATED, signsOutOn: [401, 403, 404] }, '/auth/profile', NoRequest, Profile),
  logout: del(PUBLIC, '/auth/logout', NoRequest, Confirmation),
  requestRecovery: post(PUBLIC_WITH_DEVICE, '/auth/recovery', RecoveryRequest, Confirmation),
  confirmRecovery: post(
    PUBLIC_WITH_DEVICE_AND_TOKEN,
    '/auth/recovery_confirm',
    RecoveryConfirmRequest,
    Confirmation,
  ),
  changePassword: post(
    AUTHENTICATED_NO_SIGN_OUT,
    '/auth/change_password',
    ChangePasswordRequest,
    Confirmation,
  ),
  savePushToken: post(AUTHENTICATED_NO_SIGN_OUT, '/auth/push_token', PushTokenRequest, Confirmation),
  deletePushToken: del(AUTHENTICATED_NO_SIGN_OUT, '/auth/push_token', PushTokenRequest, Confirmation),

  // These calls are additions to the specification, whose logout carries no token and so cannot end the session.
  endSession: del(AUTHENTICATED_NO_SIGN_OUT, '/auth/sessions/current', NoRequest, Confirmation),
  // Called once online after a sign-out without network. Until then only the id is stored, which cannot read data.
  revokeSession: post(PUBLIC, '/auth/sessions/revoke', RevokeSessionRequest, Confirmation),
} satisfies Record<string, Call>
