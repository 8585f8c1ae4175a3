import { isNative } from '../native.ts'

/** Opens the phone's settings of this app: its permissions or its notifications. */
export async function openPhoneSettings(page: 'permissions' | 'notifications'): Promise<void> {
  if (!isNative()) return
  const native = await import('./phoneSettings.native.ts')
  await native.openPhoneSettings(page)
}
