import type { Profile, Student } from '@apoderados/contract/profile'
import type { LoginResponse } from '@apoderados/contract/session'
import { config } from '../../config.ts'
import { emptySession, type Session, type Theme } from './stored.ts'

export type SessionEvent =
  | { type: 'signedIn'; response: LoginResponse }
  | { type: 'profileLoaded'; profile: Profile }
  | { type: 'passwordChanged' }
  | { type: 'studentSelected'; student_id: number }
  | { type: 'themeChosen'; theme: Theme }
  /** The push token that the server has saved for this device; null if the device has ended its pushes. */
  | { type: 'pushTokenSaved'; token: string | null }
  | { type: 'signedOut' }
  /** The server has refused the session. */
  | { type: 'refused' }

export function isSignedIn(session: Session): boolean {
  return session.is_authenticated === true && session.auth_token !== null
}

export function selectedStudent({ students, selected_student }: Session): Student | undefined {
  return students?.find(({ id }) => id === selected_student)
}

/** Returns the time zone of the student's school; a server may send none. */
export const schoolZoneOf = (student: Student | undefined): string =>
  student?.establishment?.time_zone ?? config.schoolZone

/** Returns the session with these students; selects `wanted` or, if that is not among them, the first (spec §4). */
function withStudents(session: Session, students: Student[], wanted = session.selected_student): Session {
  const student = students.find(({ id }) => id === wanted) ?? students[0]
  return {
    ...session,
    students,
    selected_student: student?.id ?? null,
    selected_school: student?.establishment?.id ?? null,
  }
}

/** Returns the session for the start of the app. A stored session that is not signed in keeps only the theme. */
export function restoreSession(stored: Session): Session {
  if (!isSignedIn(stored)) return { ...emptySession, theme: stored.theme }
  return withStudents(stored, stored.students ?? stored.profile?.students ?? [])
}

export function reduce(session: Session, event: SessionEvent): Session {
  switch (event.type) {
    case 'signedIn': {
      const { jwt, parent } = event.response
      // Starts from an empty session: the previous parent leaves no trace (R16).
      const fresh = { ...emptySession, theme: session.theme, is_authenticated: true, auth_token: jwt }
      return withStudents({ ...fresh, user: parent, profile: parent }, parent.students)
    }
    case 'profileLoaded':
      if (!isSignedIn(session)) return session
      return withStudents({ ...session, profile: event.profile }, event.profile.students)
    case 'passwordChanged': // does not wait for the profile's next refresh (spec §4)
      return { ...session, profile: session.profile && { ...session.profile, password_changed: true } }
    case 'studentSelected':
      return withStudents(session, session.students ?? [], event.student_id)
    case 'themeChosen':
      return { ...session, theme: event.theme }
    case 'pushTokenSaved':
      if (!isSignedIn(session)) return session
      return { ...session, push_token: event.token }
    case 'signedOut':
    case 'refused':
      return emptySession
  }
}
