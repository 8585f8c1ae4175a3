import { expect, it } from 'vitest'
import { deviceAddressOf } from './token.ts'

it('recognises the kind of a token', () => {
  expect(deviceAddressOf('ab'.repeat(32))).toMatchObject({ service: 'apns' })
  expect(deviceAddressOf('fMEP0vJqS6:APA91bHPRgkF3JUikC4ENAHEeMrd41Zxv3')).toMatchObject({ service: 'fcm' })
})
