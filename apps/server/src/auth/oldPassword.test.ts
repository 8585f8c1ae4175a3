import { parents } from '@apoderados/core/db/tables/people'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'

const server = setupServer()

it('a password of ten years ago still opens the account, and no change is required (R6)', async () => {
  const chosen = new Date()
  chosen.setFullYear(chosen.getFullYear() - 10)
  await server()
    .db.update(parents)
    .set({ password_changed: true, password_changed_at: chosen, created_at: chosen })
    .where(eq(parents.email, CAROLINA))
  const response = await server().login(CAROLINA)
  expect(response.statusCode).toBe(200)
  const { jwt, parent } = response.json()
  expect(parent.password_changed).toBe(true)
  expect((await server().send('getProfile', {}, { jwt })).json().password_changed).toBe(true)
})
