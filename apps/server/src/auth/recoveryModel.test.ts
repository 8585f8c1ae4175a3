import { parents } from '@apoderados/core/db/tables/people'
import { recoveryModel } from '@apoderados/testing/accounts/recoveryModel'
import { CAROLINA, CRISTIAN, DANIELA, setupServer } from '@apoderados/testing/testServer'
import { inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'

const server = setupServer()

it('a recovery code behaves like the model: the newest only, for its e-mail, once, for ten minutes, five attempts per address', async () => {
  const rows = await server()
    .db.select({ parent_id: parents.id, email: parents.email })
    .from(parents)
    .where(inArray(parents.email, [CAROLINA, CRISTIAN, DANIELA]))
  const accounts = rows.map((row) => ({ ...row, password: 'demo1234' }))
  const { calls } = await recoveryModel(server(), accounts).run(40, 11)
  expect(calls).toBeGreaterThan(200)
})
