import { countRow, type Family } from './family.ts'
import { changeAccount, sessionWithToken, type Write, type WriteStep } from './writes.ts'

export function saveDevice(family: Family, index: 0 | 1, token: string): Write {
  const [id, jwt] = sessionWithToken(family.accounts[index])
  const save: WriteStep = ({ devices }) => {
    for (const [token, session] of devices) if (session === id) devices.delete(token)
    devices.set(token, id)
  }
  return {
    ...{ name: 'push token saved', call: { method: 'POST', path: '/auth/push_token', jwt, body: { token } } },
    ...{ status: 200, steps: [save] },
  }
}

export function removeDevice(family: Family, index: 0 | 1, token: string): Write {
  const [, jwt] = sessionWithToken(family.accounts[index])
  const remove: WriteStep = ({ accounts, devices }) => {
    if (accounts[index].sessions.has(devices.get(token) ?? '')) devices.delete(token)
  }
  return {
    ...{
      name: 'push token removed',
      call: { method: 'DELETE', path: '/auth/push_token', jwt, body: { token } },
    },
    ...{ status: 200, steps: [remove] },
  }
}

/**
 * Describes a call that marks the news of a student as read. It has no steps, because the model does not contain read
 * news.
 */
export function markNewsAsRead(family: Family, index: 0 | 1, student_id: number): Write {
  const [, jwt] = sessionWithToken(family.accounts[index])
  const body = { student_id, kind: null, until: new Date().toISOString() }
  return {
    name: 'news read',
    call: { method: 'POST', path: '/news/read', jwt, body },
    status: 200,
    steps: [],
  }
}

/** Describes a read of a foreign student: it is refused, and audited before its answer (R30). */
export function readForeignStudent(family: Family, index: 0 | 1, student: number): Write {
  const [, jwt] = sessionWithToken(family.accounts[index])
  return {
    ...{ name: 'refused read', call: { method: 'GET', path: `/arrears?student_id=${student}`, jwt } },
    ...{ status: 404, steps: [changeAccount(index)((account) => countRow(account, 'access_denied'))] },
  }
}

/** Describes a read of a document, which is audited before its answer (R30). */
export function readPublishedDocument(family: Family, index: 0 | 1, id: string): Write {
  const [, jwt] = sessionWithToken(family.accounts[index])
  return {
    ...{ name: 'document read', call: { method: 'GET', path: `/documents/${id}`, jwt } },
    ...{ status: 200, steps: [changeAccount(index)((account) => countRow(account, 'document_read'))] },
  }
}

/** Describes a read of the class list, which is audited once a day. */
export function readClassmates(family: Family, index: 0 | 1, student: number): Write {
  const [, jwt] = sessionWithToken(family.accounts[index])
  const countRead = changeAccount(index)(({ rows }) => void rows.set('contacts_read', 1))
  return {
    ...{
      name: 'classmates read',
      call: { method: 'GET', path: `/courses/classmates?student_id=${student}`, jwt },
    },
    ...{ status: 200, steps: [countRead] },
  }
}
