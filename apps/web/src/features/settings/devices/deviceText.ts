import type { DeviceBrowser, DevicePlatform, DeviceSession } from '@apoderados/contract/devices'
import { dayAndMonth, localTimeOf, schoolClock } from '../../../shared/text/format.ts'

const platformNames: Record<DevicePlatform, string> = {
  android_phone: 'Teléfono Android',
  android_tablet: 'Tablet Android',
  iphone: 'iPhone',
  ipad: 'iPad',
  windows: 'Computador Windows',
  mac: 'Mac',
  chromebook: 'Chromebook',
  linux: 'Computador Linux',
}
const browserNames: Record<DeviceBrowser, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
}
const HANDHELD_PLATFORMS = ['android_phone', 'android_tablet', 'iphone', 'ipad']

type Named = Pick<DeviceSession, 'platform' | 'browser' | 'client'>

/** A newer server may know platforms and browsers that this app does not. */
export const platformName = ({ platform }: Pick<Named, 'platform'>): string =>
  platformNames[platform as DevicePlatform] ?? 'Dispositivo'
export const programName = ({ browser, client }: Named): string =>
  client === 'native' ? 'Aplicación' : (browserNames[browser as DeviceBrowser] ?? 'Navegador')
export const isHandheld = ({ platform, client }: Named): boolean =>
  client === 'native' || HANDHELD_PLATFORMS.includes(platform ?? '')

const MS_PER_DAY = 86_400_000
const counted = (number: number, one: string, many: string) => `hace ${number} ${number === 1 ? one : many}`

/** Returns 'hoy, 07:52', 'ayer, 07:52', 'hace 3 días' or 'hace 2 semanas', by the clock of the school. */
export function lastUse(instant: string, now: Date): string {
  const { day, time } = localTimeOf(instant)
  const days = Math.round((Date.parse(schoolClock(now).day) - Date.parse(day)) / MS_PER_DAY)
  if (days <= 0) return `hoy, ${time}`
  if (days === 1) return `ayer, ${time}`
  return days < 7 ? counted(days, 'día', 'días') : counted(Math.floor(days / 7), 'semana', 'semanas')
}

/** Returns the day of an instant: '4 de marzo', of another year '4 de marzo de 2025'. */
export function dayOf(instant: string, now: Date): string {
  const { day } = localTimeOf(instant)
  const year = day.slice(0, 4)
  return schoolClock(now).day.startsWith(year) ? dayAndMonth(day) : `${dayAndMonth(day)} de ${year}`
}
