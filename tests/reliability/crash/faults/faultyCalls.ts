import type { Family } from '../writes/family.ts'
import {
  classmatesRead,
  documentRead,
  foreignRead,
  removeDevice,
  saveDevice,
} from '../writes/lesserWrites.ts'
import {
  askForCode,
  changePassword,
  signIn,
  signOut,
  useCode,
  type Way,
  type Write,
  wrongCode,
  wrongPassword,
} from '../writes/writes.ts'

/** Does a write that nothing disturbs, and tells of it in the model. */
export type Perform = (write: Write) => Promise<void>
export type Ground = {
  family: Family
  document: string
  student: number
  perform: Perform
  code: () => Promise<string>
}

/** What each call of the contract that writes finds before it: as much as it has to end, move or take along. */
export const faultyCalls: Record<string, (ground: Ground) => Promise<Write>> = {
  async 'sign-in after a wrong password'({ family, perform }) {
    await perform(wrongPassword(family, 0))
    return signIn(family, 0)
  },
  async 'sign-in with a wrong password'({ family }) {
    return wrongPassword(family, 0)
  },
  async 'sign-out by the session'(ground) {
    await twoDevices(ground)
    return signOut(ground.family, 0, '/auth/sessions/current')
  },
  async 'sign-out as the specification has it'(ground) {
    await twoDevices(ground)
    return signOut(ground.family, 0, '/auth/logout')
  },
  async 'sign-out made without a network'(ground) {
    await twoDevices(ground)
    return signOut(ground.family, 0, '/auth/sessions/revoke')
  },
  async 'change of password'({ family, perform, ...ground }) {
    await twoDevices({ family, perform, ...ground })
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
  'use of a code with the e-mail': (ground) => recovered(ground, 'recovery_confirm'),
  'use of a code alone': (ground) => recovered(ground, 'change_password_with_token'),
  async 'use of a wrong code'({ family, perform }) {
    await perform(askForCode(family, 0))
    return wrongCode(family, 0)
  },
  async 'push token that another account had, in the place of an older one'(ground) {
    await twoDevices(ground)
    return saveDevice(ground.family, 0, 'device of the other')
  },
  async 'push token removed'(ground) {
    await twoDevices(ground)
    return removeDevice(ground.family, 0, 'device')
  },
  async 'refused read'({ family, perform }) {
    await perform(signIn(family, 0))
    return foreignRead(family, 0, 2 ** 40)
  },
  async 'read of classmates'({ family, perform, student }) {
    await perform(signIn(family, 0))
    return classmatesRead(family, 0, student)
  },
  async 'read of a document'({ family, perform, document }) {
    await perform(signIn(family, 0))
    return documentRead(family, 0, document)
  },
}

let passwords = 0
function newPassword(): string {
  passwords += 1
  return `Clave-distinta-${passwords}`
}

async function twoDevices({ family, perform }: Ground): Promise<void> {
  await perform(signIn(family, 0))
  await perform(signIn(family, 1))
  await perform(saveDevice(family, 0, 'device'))
  await perform(saveDevice(family, 1, 'device of the other'))
}

async function recovered(ground: Ground, way: Way): Promise<Write> {
  await twoDevices(ground)
  await ground.perform(wrongPassword(ground.family, 0))
  await ground.perform(askForCode(ground.family, 0))
  return useCode(ground.family, 0, { code: await ground.code(), way, password: newPassword() })
}
