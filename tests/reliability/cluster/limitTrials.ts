import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { queueMail } from '@apoderados/database/mails/mails'
import type { Api } from '../../support/stage/api.ts'
import { openSessions, type School } from '../../support/stage/database.ts'
import { waitUntil } from '../../support/stage/programs.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'

const MAIL_COUNT = 200

/** Sends the request as if it came from `address`: the processes trust 127.0.0.1 as a proxy. */
async function post(url: string, path: string, body: object, address: string): Promise<number> {
  const answer = await fetch(`${url}${BASE_PATH}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Checks that a session of one process is valid in the other, until either process ends it. */
export async function checkSharedSessions(
  apis: Api[],
  { services, parentIds: [parentId] }: School,
): Promise<Verdict> {
  const [jwt] = await openSessions(services, parentId as number, 1)
  const [first, second] = apis as [Api, Api]
  const headers = { authorization: `Bearer ${jwt}` }
  const profile = async ({ url }: Api) => (await fetch(`${url}${BASE_PATH}/auth/profile`, { headers })).status
  const before = [await profile(first), await profile(second)]
  const ended = await fetch(`${second.url}${BASE_PATH}/auth/sessions/current`, { method: 'DELETE', headers })
  const after = [await profile(first), await profile(second)]
  const statuses = [...before, ended.status, ...after]
  return {
    isGood: statuses.join() === '200,200,200,401,401',
    summary: `profile by both ${before.join()}, sign-out by one ${ended.status}, profile by both ${after.join()}`,
  }
}

/** Sends the request to the processes alternately and returns the statuses in order. */
async function sendAlternately(
  apis: Api[],
  times: number,
  path: string,
  body: object,
  address: string,
): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < times; index += 1)
    statuses.push(await post((apis[index % apis.length] as Api).url, path, body, address))
  return statuses
}

const countStatus = (statuses: number[], status: number) =>
  statuses.filter((value) => value === status).length

export async function checkSharedLimits(apis: Api[]): Promise<Verdict> {
  const credentials = { email: 'nadie@example.com', password: 'mala' }
  const logins = await sendAlternately(apis, 8, '/auth/login', credentials, '203.0.113.1')
  // Six passwords are compared and refused: five that no limit delays, and a sixth, which starts a pause of 0.2 s. A
  // slow machine may outlast that pause, so seven are allowed.
  const isLoginShared = countStatus(logins, 401) <= 7 && logins.at(-1) === 429
  const account = { email: 'nadie@example.com' }
  const recoveries = await sendAlternately(apis, 244, '/auth/recovery', account, '203.0.113.2')
  const isRecoveryShared = countStatus(recoveries, 200) === 240 && countStatus(recoveries, 429) === 4
  const code = { ...account, token: 'MALA-MALA-MALAA', new_password: 'tres-tristes-tigres' }
  const codes = await sendAlternately(apis, 8, '/auth/recovery_confirm', code, '203.0.113.3')
  const areCodesShared = countStatus(codes, 400) === 5 && countStatus(codes, 429) === 3
  return {
    isGood: isLoginShared && isRecoveryShared && areCodesShared,
    summary: `of 8 wrong sign-ins ${countStatus(logins, 401)} tried, ${countStatus(logins, 429)} slowed down; of 244 recoveries of one address ${countStatus(recoveries, 200)} taken; of 8 wrong codes ${countStatus(codes, 400)} tried`,
  }
}

const messageIds = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => /^Message-ID: (.+)\r$/im.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? name)

/** Queues all mails at once, so that both processes take them from the queue, and checks that each arrives once. */
export async function checkMailsSentOnce(school: School, folder: string): Promise<Verdict> {
  const before = messageIds(folder).length
  const { db } = school.services
  await db.transaction(async (transaction) => {
    for (let index = 0; index < MAIL_COUNT; index += 1) {
      const parent_id = school.parentIds[index % school.parentIds.length] as number
      await queueMail(transaction, { kind: 'password_changed', parent_id })
    }
  })
  const isEmpty = async () => {
    const { rows } = await db.$client.query('select 1 from mails where sent_at is null limit 1')
    return rows.length === 0
  }
  await waitUntil(isEmpty, 'the end of the mail queue')
  const ids = messageIds(folder)
  const arrived = ids.length - before
  return {
    isGood: arrived === MAIL_COUNT && new Set(ids).size === ids.length,
    summary: `${MAIL_COUNT} mails queued, ${arrived} arrived, ${ids.length - new Set(ids).size} of them twice`,
  }
}
