import type { digestPeriods } from '@apoderados/contract/notifications'
import type { Family } from './family.ts'
import { changeAccount, sessionWithToken, type Write, type WriteStep } from './writes.ts'

type DigestPeriod = (typeof digestPeriods)[number]

const chooseDigest = (index: 0 | 1, digest: DigestPeriod): WriteStep =>
  changeAccount(index)(({ rows }) => {
    for (const kind of [...rows.keys()]) if (kind.startsWith('digest: ')) rows.delete(kind)
    rows.set(`digest: ${digest}`, 1)
  })

/** Describes a call that saves the notification settings, of which the model contains only the digest. */
export function saveNotificationChoice(
  family: Family,
  index: 0 | 1,
  choice: { student_id: number; digest: DigestPeriod },
): Write {
  const [, jwt] = sessionWithToken(family.accounts[index])
  const { student_id, digest } = choice
  const students = [{ student_id, kinds: { grade: false } }]
  const body = { students, quiet_from: '22:00', quiet_until: '06:30', show_detail: true, digest }
  return {
    name: 'notification settings saved',
    call: { method: 'POST', path: '/notifications', jwt, body },
    ...{ status: 200, steps: [chooseDigest(index, digest)] },
  }
}

/** Describes a call that ends the digest by the link in its mail, without a session. */
export const endDigestByLink = (index: 0 | 1, path: string): Write => ({
  name: 'digest ended',
  call: { method: 'POST', path },
  ...{ status: 200, steps: [chooseDigest(index, 'never')] },
})
