import { count, type Family } from './family.ts'
import { changeAccount, sessionWithToken, type Write } from './writes.ts'

/** Creates or replaces the calendar's address; the model has its audit line alone. */
export function calendarCreated(family: Family, index: 0 | 1, student_id: number): Write {
  const [, jwt] = sessionWithToken(family.accounts[index])
  return {
    name: 'calendar address created',
    call: { method: 'POST', path: '/calendar/feed', jwt, body: { student_id } },
    ...{ status: 200, steps: [changeAccount(index)((account) => count(account, 'calendar_created'))] },
  }
}

/** Revokes an address that exists. */
export function calendarRevoked(family: Family, index: 0 | 1, student_id: number): Write {
  const [, jwt] = sessionWithToken(family.accounts[index])
  return {
    name: 'calendar address revoked',
    call: { method: 'DELETE', path: '/calendar/feed', jwt, body: { student_id } },
    ...{ status: 200, steps: [changeAccount(index)((account) => count(account, 'calendar_revoked'))] },
  }
}
