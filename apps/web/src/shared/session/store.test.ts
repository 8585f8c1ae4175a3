import { describe, expect, it, vi } from 'vitest'
import { aProfile } from '../../testing/data/people.ts'
import { queryClient } from '../api/queryClient.ts'
import { dispatch, getSession, startSession, subscribeOtherTabs } from './store.ts'

const signIn = (changes: Parameters<typeof aProfile>[0] = {}, jwt = 'token') =>
  dispatch({
    type: 'signedIn',
    response: { success: true, jwt, parent: aProfile(changes), message: 'Sesión iniciada' },
  })

const dispatchStorageEvent = () => dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))

describe('the stored session', () => {
  it('has nine keys in their formats', () => {
    signIn()
    dispatch({ type: 'themeChosen', theme: 'system' })
    expect({ ...localStorage }).toEqual({
      user: JSON.stringify(aProfile()),
      is_authenticated: 'true',
      selected_school: '21',
      selected_student: '1',
      theme: 'system',
      profile: JSON.stringify(aProfile()),
      students: JSON.stringify(aProfile().students),
      auth_token: 'token',
    })
  })

  it('counts a value that does not parse as absent', () => {
    signIn()
    localStorage.setItem('profile', '{"id":')
    localStorage.setItem('students', '[{"id":"uno"}]')
    localStorage.setItem('selected_student', '-3')
    localStorage.setItem('theme', 'blue')
    startSession()
    expect(getSession()).toMatchObject({ is_authenticated: true, profile: null, students: [], theme: null })
  })

  it('is not rewritten at a start that can read it', () => {
    signIn()
    const write = vi.spyOn(Storage.prototype, 'setItem')
    startSession()
    expect(write).not.toHaveBeenCalled()
    expect(getSession().profile).toEqual(aProfile())
  })

  it('falls back to the students of the profile', () => {
    signIn()
    localStorage.setItem('students', 'nothing')
    startSession()
    expect(getSession().students).toHaveLength(2)
  })
})

it('stays in memory on a device without room for it, also after later writes', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
    if (key === 'profile') throw new DOMException('full', 'QuotaExceededError')
  })
  signIn()
  dispatch({ type: 'studentSelected', student_id: 2 })
  full.mockRestore()
  dispatch({ type: 'themeChosen', theme: 'dark' })
  dispatchStorageEvent()
  expect(getSession()).toMatchObject({ is_authenticated: true, auth_token: 'token', selected_student: 2 })
})

it('follows another tab’s sign-out after a refused refresh, and is written in full once there is room', () => {
  signIn()
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  dispatch({ type: 'profileLoaded', profile: aProfile({ name: 'Carla' }) })
  full.mockRestore()
  dispatch({ type: 'themeChosen', theme: 'dark' })
  expect(localStorage.getItem('profile')).toContain('Carla')

  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  dispatch({ type: 'profileLoaded', profile: aProfile({ name: 'Clara' }) })
  localStorage.clear()
  dispatch({ type: 'themeChosen', theme: 'light' })
  expect(getSession()).toMatchObject({ is_authenticated: null, profile: null })
})

describe('a wipe', () => {
  it('also removes unreadable values', () => {
    signIn()
    localStorage.setItem('push_token', '')
    localStorage.setItem('students', 'unreadable')
    dispatch({ type: 'signedOut' })
    expect(localStorage).toHaveLength(0)
  })

  it('empties the cached responses', () => {
    signIn()
    queryClient.setQueryData(['getArrears', { student_id: 1 }], { arrears: [], attendance_percentage: 90 })
    dispatch({ type: 'signedOut' })
    expect(queryClient.getQueryCache().getAll()).toHaveLength(0)
  })

  it('precedes the sign-in of another parent on the same device', () => {
    signIn()
    queryClient.setQueryData(['getArrears', { student_id: 1 }], {})
    localStorage.setItem('push_token', 'device')
    signIn({ id: 99, students: [] }, 'other')
    expect(queryClient.getQueryCache().getAll()).toHaveLength(0)
    expect(localStorage.getItem('push_token')).toBeNull()
    expect(localStorage.getItem('selected_student')).toBeNull()
  })

  it('removes at the start the rest of a session without a token, but not the theme', () => {
    signIn()
    dispatch({ type: 'themeChosen', theme: 'dark' })
    localStorage.removeItem('auth_token')
    startSession()
    expect({ ...localStorage }).toEqual({ theme: 'dark' })
  })
})

describe('another tab', () => {
  it('that signs out signs this tab out', () => {
    const stop = subscribeOtherTabs()
    signIn()
    localStorage.clear()
    dispatchStorageEvent()
    expect(getSession().is_authenticated).toBeNull()
    stop()
  })

  it('that signed out while this page was in the back/forward cache signs it out', () => {
    const stop = subscribeOtherTabs()
    signIn()
    localStorage.clear()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(getSession()).toMatchObject({ is_authenticated: null, profile: null, students: null })
    stop()
  })

  it('that has signed out is not undone by a later write of this tab', () => {
    signIn()
    localStorage.clear()
    dispatch({ type: 'profileLoaded', profile: aProfile() })
    expect(localStorage).toHaveLength(0)
    expect(getSession().profile).toBeNull()
  })

  it('that signed another parent in is followed, and not signed out by a late refusal', () => {
    signIn()
    const other = JSON.stringify(aProfile({ id: 99 }))
    localStorage.setItem('auth_token', 'other')
    localStorage.setItem('profile', other)
    dispatch({ type: 'signedOut' })
    expect(getSession()).toMatchObject({ auth_token: 'other', profile: { id: 99 } })
    expect(localStorage.getItem('auth_token')).toBe('other')
  })

  it('that chose a theme keeps it after a refresh in this tab', () => {
    signIn()
    localStorage.setItem('theme', 'dark')
    dispatch({ type: 'profileLoaded', profile: aProfile({ phone: '+56900000001' }) })
    expect(localStorage.getItem('theme')).toBe('dark')
  })
})
