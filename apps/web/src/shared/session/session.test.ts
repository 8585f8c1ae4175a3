import { describe, expect, it } from 'vitest'
import { aProfile, aStudent, tomas } from '../../testing/data/people.ts'
import { isSignedIn, reduce, restoreSession, selectedStudent } from './session.ts'
import { emptySession, type Session } from './stored.ts'

const signIn = (profile = aProfile(), before: Session = emptySession) =>
  reduce(before, {
    type: 'signedIn',
    response: { success: true, jwt: 'token', parent: profile, message: 'Sesión iniciada' },
  })

describe('signing in', () => {
  it('keeps the token, the parent and the first student with the establishment', () => {
    expect(signIn()).toMatchObject({
      is_authenticated: true,
      auth_token: 'token',
      user: { id: 10 },
      profile: { id: 10 },
      selected_student: 1,
      selected_school: 21,
    })
  })

  it('keeps nothing of the previous account, except the theme', () => {
    const before: Session = { ...signIn(), selected_student: 2, push_token: 'device', theme: 'dark' }
    const next = signIn(aProfile({ id: 99, students: [] }), before)
    expect(next).toMatchObject({
      push_token: null,
      selected_student: null,
      selected_school: null,
      theme: 'dark',
    })
  })
})

describe('the selected student', () => {
  it('is the chosen one, and the school changes with it', () => {
    const liceo = aStudent({ id: 3, establishment: null })
    const session = signIn(aProfile({ students: [aStudent(), liceo] }))
    const next = reduce(session, { type: 'studentSelected', student_id: 3 })
    expect(next).toMatchObject({ selected_student: 3, selected_school: null })
    expect(selectedStudent(next)).toEqual(liceo)
  })

  it('stays through a refresh while still on the list', () => {
    const chosen = reduce(signIn(), { type: 'studentSelected', student_id: 2 })
    expect(reduce(chosen, { type: 'profileLoaded', profile: aProfile() }).selected_student).toBe(2)
  })

  it('becomes the first one if a refreshed list lacks it', () => {
    const chosen = reduce(signIn(), { type: 'studentSelected', student_id: 2 })
    const profile = aProfile({ students: [aStudent({ id: 7 })] })
    expect(reduce(chosen, { type: 'profileLoaded', profile }).selected_student).toBe(7)
  })

  it('is undefined when no student is linked', () => {
    const next = reduce(signIn(), { type: 'profileLoaded', profile: aProfile({ students: [] }) })
    expect([next.selected_student, next.selected_school, selectedStudent(next)]).toEqual([
      null,
      null,
      undefined,
    ])
  })

  it('cannot be a student who is not on the list', () => {
    expect(reduce(signIn(), { type: 'studentSelected', student_id: 999 }).selected_student).toBe(1)
  })
})

describe('restoring', () => {
  it('returns the stored session', () => {
    const stored = reduce(signIn(), { type: 'studentSelected', student_id: tomas.id })
    expect(restoreSession(stored)).toEqual(stored)
  })

  it.each([
    ['the flag without the token', { auth_token: null }],
    ['the token without the flag', { is_authenticated: null }],
    ['a flag that says no', { is_authenticated: false }],
  ])('keeps nothing personal of %s, only the theme', (_, changes) => {
    const restored = restoreSession({ ...signIn(), theme: 'dark', ...changes })
    expect(restored).toEqual({ ...emptySession, theme: 'dark' })
    expect(isSignedIn(restored)).toBe(false)
  })
})

it('marks the password as changed at once', () => {
  const due = signIn(aProfile({ password_changed: false }))
  expect(reduce(due, { type: 'passwordChanged' })).toEqual({
    ...due,
    profile: aProfile({ password_changed: true }),
  })
  expect(reduce(emptySession, { type: 'passwordChanged' }).profile).toBeNull()
})

it('keeps the newest push token that the server has', () => {
  const once = reduce(signIn(), { type: 'pushTokenSaved', token: 'device' })
  expect(once).toEqual({ ...signIn(), push_token: 'device' })
  expect(reduce(once, { type: 'pushTokenSaved', token: 'renewed' }).push_token).toBe('renewed')
  expect(reduce(emptySession, { type: 'pushTokenSaved', token: 'device' })).toEqual(emptySession)
})

it('drops a profile that arrives after the sign-out', () => {
  const out = reduce(signIn(), { type: 'signedOut' })
  expect(reduce(out, { type: 'profileLoaded', profile: aProfile() })).toEqual(emptySession)
})

it('clears the theme too when signing out', () => {
  expect(reduce({ ...signIn(), theme: 'dark' }, { type: 'signedOut' })).toEqual(emptySession)
})
