import { makeRoles, urlAs } from '@apoderados/testing/database/databaseRoles'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { restrictedRoles } from '../db/client/leastRights.ts'
import { pushes } from '../db/tables/messages.ts'
import { dueNews } from '../db/tables/news.ts'

const owner = setupServer()
const server = setupServer({
  secondProcessOf: () => ({ url: urlAs(owner().url, restrictedRoles.server), services: owner().services }),
})

/** Adds a due change of the first school, and makes each session a device whose parent has no quiet hours. */
const insertDueEvent = sql`with device as (
    insert into push_tokens (token_hash, token, session_id, saved_at) select id, id, id, now() from sessions
  ), settings as (
    insert into notification_settings (parent_id) select id from parents
  ), event as (
    insert into changes (establishment_id, kind, item, new_value, published_at) values (1, 'event', '1', 'x', now())
    returning establishment_id, id, published_at
  ) insert into due_news (establishment_id, change_id, published_at) select * from event`

beforeAll(() => makeRoles(owner().db))

it('the server’s own account in the database may queue and send notifications', async () => {
  const { services, app } = server()
  await owner().signIn(CAROLINA)
  await owner().db.execute(insertDueEvent)
  await services.pushes.start(app.log)
  await services.pushes.stop()
  expect(services.pushes.counts.not_configured).toBeGreaterThan(0)
  expect([await owner().db.$count(dueNews), await owner().db.$count(pushes)]).toEqual([0, 0])
})
