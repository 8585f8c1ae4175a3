import { expect, it } from 'vitest'
import { addressOf } from './token.ts'

it('recognises the kind of a token', () => {
  expect(addressOf('ab'.repeat(32))).toMatchObject({ service: 'apns' })
  expect(addressOf('fMEP0vJqS6:APA91bHPRgkF3JUikC4ENAHEeMrd41Zxv3')).toMatchObject({ service: 'fcm' })
})
