import { type Account, count, type Family } from './family.ts'
import { changeAccount, sessionWithToken, type Write } from './writes.ts'

const ADDRESSES = 'calendar addresses'

function create(account: Account): void {
  account.rows.set(ADDRESSES, 1)
  count(account, 'calendar_created')
}

function revoke(account: Account): void {
  account.rows.delete(ADDRESSES)
  count(account, 'calendar_revoked')
}

/** Creates or replaces the calendar's address. */
export function calendarCreated(family: Family, index: 0 | 1, student_id: number): Write {
  const [, jwt] = sessionWithToken(family.accounts[index])
  return {
    name: 'calendar address created',
    call: { method: 'POST', path: '/calendar/feed', jwt, body: { student_id } },
    ...{ status: 200, steps: [changeAccount(index)(create)] },
  }
}

/** Revokes an address that exists. */
export function calendarRevoked(family: Family, index: 0 | 1, student_id: number): Write {
  const [, jwt] = sessionWithToken(family.accounts[index])
  return {
    name: 'calendar address revoked',
    call: { method: 'DELETE', path: '/calendar/feed', jwt, body: { student_id } },
    ...{ status: 200, steps: [changeAccount(index)(revoke)] },
  }
}
