import { type Account, countRow, type Family } from './family.ts'
import { changeAccount, sessionWithToken, type Write } from './writes.ts'

const ADDRESSES_KIND = 'calendar addresses'

function addAddress(account: Account): void {
  account.rows.set(ADDRESSES_KIND, 1)
  countRow(account, 'calendar_created')
}

function removeAddress(account: Account): void {
  account.rows.delete(ADDRESSES_KIND)
  countRow(account, 'calendar_revoked')
}

/** Describes a call that creates or replaces the address of a student's calendar. */
export function createCalendarAddress(family: Family, index: 0 | 1, student_id: number): Write {
  const [, jwt] = sessionWithToken(family.accounts[index])
  return {
    name: 'calendar address created',
    call: { method: 'POST', path: '/calendar/feed', jwt, body: { student_id } },
    ...{ status: 200, steps: [changeAccount(index)(addAddress)] },
  }
}

/** Describes a call that revokes the existing address of a student's calendar. */
export function revokeCalendarAddress(family: Family, index: 0 | 1, student_id: number): Write {
  const [, jwt] = sessionWithToken(family.accounts[index])
  return {
    name: 'calendar address revoked',
    call: { method: 'DELETE', path: '/calendar/feed', jwt, body: { student_id } },
    ...{ status: 200, steps: [changeAccount(index)(removeAddress)] },
  }
}
