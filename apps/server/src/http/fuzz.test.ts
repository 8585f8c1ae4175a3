import { parents } from '@apoderados/core/db/tables/people'
import { attackOn } from '@apoderados/testing/fuzz/attack'
import { CAROLINA, CRISTIAN, DANIELA, FAMILIES_ORIGIN, setupServer } from '@apoderados/testing/testServer'
import { inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'

const server = setupServer({ publicUrl: FAMILIES_ORIGIN })
const REQUEST_COUNT = 1_500

async function startAttack() {
  const found = await server()
    .db.select({ id: parents.id })
    .from(parents)
    .where(inArray(parents.email, [CAROLINA, CRISTIAN, DANIELA]))
    .orderBy(parents.id)
  return attackOn(
    server(),
    found.map(({ id }) => id),
  )
}

/** A shorter run of `npm run fuzz -w tests/security` (P3). */
it('answers every random request as the contract states, never with an internal error, and logs no input', async () => {
  const attack = await startAttack()
  await attack.run(REQUEST_COUNT, 1)
  // Some requests must have failed at each check and some have passed all checks, or the test would prove nothing.
  const statuses = [...attack.results.statuses.keys()]
  expect(statuses).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 415]))
})

it('answers each text of the contract at its longest and one sign longer, never with an internal error', {
  tags: 'long',
}, async () => {
  const { runLongest, results } = await startAttack()
  await runLongest()
  expect(results.requests).toBeGreaterThan(300)
  expect([...results.statuses.keys()]).toEqual(expect.arrayContaining([200, 400]))
})
