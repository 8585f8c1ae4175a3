import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { dispatch } from '../../session/store.ts'
import { subscribeTheme } from './theme.ts'

const shownTheme = () => document.documentElement.dataset.theme
const darkQuery = Object.assign(new EventTarget(), { matches: false })

function setDeviceTheme(theme: 'dark' | 'light') {
  darkQuery.matches = theme === 'dark'
  darkQuery.dispatchEvent(new Event('change'))
}

const barColor = () => document.querySelector('meta[name="theme-color"]')?.getAttribute('content')

beforeEach(() => {
  const meta = Object.assign(document.createElement('meta'), { name: 'theme-color' })
  document.head.replaceChildren(meta)
  darkQuery.matches = false
  vi.stubGlobal('matchMedia', () => darkQuery)
  onTestFinished(subscribeTheme())
})

it('is the device’s without a choice, and changes with it', () => {
  expect(shownTheme()).toBe('light')
  setDeviceTheme('dark')
  expect(shownTheme()).toBe('dark')
})

it('is the chosen one, whatever the device prefers', () => {
  setDeviceTheme('dark')
  dispatch({ type: 'themeChosen', theme: 'light' })
  expect(shownTheme()).toBe('light')
  dispatch({ type: 'themeChosen', theme: 'system' })
  expect(shownTheme()).toBe('dark')
})

it('is the device’s again after the sign-out', () => {
  dispatch({ type: 'themeChosen', theme: 'dark' })
  dispatch({ type: 'signedOut' })
  expect(shownTheme()).toBe('light')
})

it('sets the colour of the browser’s bar', () => {
  expect(barColor()).toBe('#F6F5F1')
  dispatch({ type: 'themeChosen', theme: 'dark' })
  expect(barColor()).toBe('#121118')
  dispatch({ type: 'themeChosen', theme: 'system' })
  expect(barColor()).toBe('#F6F5F1')
  setDeviceTheme('dark')
  expect(barColor()).toBe('#121118')
})

it('does not follow the device once it is chosen', () => {
  dispatch({ type: 'themeChosen', theme: 'light' })
  setDeviceTheme('dark')
  expect([shownTheme(), barColor()]).toEqual(['light', '#F6F5F1'])
})
