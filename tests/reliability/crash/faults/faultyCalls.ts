import { createCalendarAddress, revokeCalendarAddress } from '../writes/calendarWrites.ts'
import {
  markNewsAsRead,
  readClassmates,
  readForeignStudent,
  readPublishedDocument,
  removeDevice,
  saveDevice,
} from '../writes/deviceAndAuditWrites.ts'
import type { Family } from '../writes/family.ts'
import { endDigestByLink, saveNotificationChoice } from '../writes/notificationWrites.ts'
import {
  askForCode,
  changePassword,
  type RecoveryPath,
  signIn,
  signOut,
  useCode,
  type Write,
  wrongCode,
  wrongPassword,
} from '../writes/writes.ts'

/** Performs a write without faults and applies it to the model. */
export type Perform = (write: Write) => Promise<void>
export type FaultFixture = {
  family: Family
  document: string
  student: number
  perform: Perform
  code: () => Promise<string>
  /** The path of the link that ends the digests of the first account. */
  endOfDigest: string
}

/**
 * The tested calls by name: writes, and reads that are audited. Each function first performs without faults what the
 * returned call needs, such as a sign-in.
 */
export const faultyCalls: Record<string, (fixture: FaultFixture) => Promise<Write>> = {
  async 'sign-in after a wrong password'({ family, perform }) {
    await perform(wrongPassword(family, 0))
    return signIn(family, 0)
  },
  async 'sign-in with a wrong password'({ family }) {
    return wrongPassword(family, 0)
  },
  async 'sign-out by the session'(fixture) {
    await signInOnTwoDevices(fixture)
    return signOut(fixture.family, 0, '/auth/sessions/current')
  },
  async 'sign-out as the specification has it'(fixture) {
    await signInOnTwoDevices(fixture)
    return signOut(fixture.family, 0, '/auth/logout')
  },
  async 'sign-out made without a network'(fixture) {
    await signInOnTwoDevices(fixture)
    return signOut(fixture.family, 0, '/auth/sessions/revoke')
  },
  async 'change of password'({ family, perform, ...fixture }) {
    await signInOnTwoDevices({ family, perform, ...fixture })
    await perform(signIn(family, 0))
    await perform(askForCode(family, 0))
    return changePassword(family, 0, newPassword())
  },
  async 'request for a code'({ family }) {
    return askForCode(family, 0)
  },
  async 'request for another code'({ family, perform, code }) {
    await perform(askForCode(family, 0))
    return askForCode(family, 0, await code())
  },
  'use of a code with the e-mail': (fixture) => prepareRecovery(fixture, 'recovery_confirm'),
  'use of a code alone': (fixture) => prepareRecovery(fixture, 'change_password_with_token'),
  async 'use of a wrong code'({ family, perform }) {
    await perform(askForCode(family, 0))
    return wrongCode(family, 0)
  },
  async 'push token that another account had, in the place of an older one'(fixture) {
    await signInOnTwoDevices(fixture)
    return saveDevice(fixture.family, 0, 'device of the other')
  },
  async 'push token removed'(fixture) {
    await signInOnTwoDevices(fixture)
    return removeDevice(fixture.family, 0, 'device')
  },
  async 'refused read'({ family, perform }) {
    await perform(signIn(family, 0))
    return readForeignStudent(family, 0, 2 ** 40)
  },
  async 'news read'({ family, perform, student }) {
    await perform(signIn(family, 0))
    return markNewsAsRead(family, 0, student)
  },
  async 'notification settings saved'({ family, perform, student }) {
    await perform(signIn(family, 0))
    await perform(saveNotificationChoice(family, 0, { student_id: student, digest: 'daily' }))
    return saveNotificationChoice(family, 0, { student_id: student, digest: 'weekly' })
  },
  async 'digest ended by the link of a mail'({ family, perform, student, endOfDigest }) {
    await perform(signIn(family, 0))
    await perform(saveNotificationChoice(family, 0, { student_id: student, digest: 'daily' }))
    return endDigestByLink(0, endOfDigest)
  },
  async 'calendar address created in the place of an older one'({ family, perform, student }) {
    await perform(signIn(family, 0))
    await perform(createCalendarAddress(family, 0, student))
    return createCalendarAddress(family, 0, student)
  },
  async 'calendar address revoked'({ family, perform, student }) {
    await perform(signIn(family, 0))
    await perform(createCalendarAddress(family, 0, student))
    return revokeCalendarAddress(family, 0, student)
  },
  async 'read of classmates'({ family, perform, student }) {
    await perform(signIn(family, 0))
    return readClassmates(family, 0, student)
  },
  async 'read of a document'({ family, perform, document }) {
    await perform(signIn(family, 0))
    return readPublishedDocument(family, 0, document)
  },
}

let passwordCount = 0
function newPassword(): string {
  passwordCount += 1
  return `Clave-distinta-${passwordCount}`
}

async function signInOnTwoDevices({ family, perform }: FaultFixture): Promise<void> {
  await perform(signIn(family, 0))
  await perform(signIn(family, 1))
  await perform(saveDevice(family, 0, 'device'))
  await perform(saveDevice(family, 1, 'device of the other'))
}

async function prepareRecovery(fixture: FaultFixture, recoveryPath: RecoveryPath): Promise<Write> {
  await signInOnTwoDevices(fixture)
  await fixture.perform(wrongPassword(fixture.family, 0))
  await fixture.perform(askForCode(fixture.family, 0))
  return useCode(fixture.family, 0, { code: await fixture.code(), recoveryPath, password: newPassword() })
}
