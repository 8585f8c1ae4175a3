import type { parents } from '@apoderados/core/db/tables/people'
import { newRun } from '@apoderados/importer/testing/newRun'
import { createTestSchool } from '@apoderados/testing/testSchool'
import type { TestServer } from '@apoderados/testing/testServer'

/**
 * Returns a function that creates guardians, each signed in and in a school of its own, with e-mail and RUT as an
 * operator types them.
 */
export function setupGuardians(server: () => TestServer) {
  let count = 0
  return async function createGuardian(row: Partial<typeof parents.$inferInsert> = {}) {
    count += 1
    const email = `cuenta.${count}@example.com`
    const run = newRun()
    const school = await createTestSchool(server())
    const parent_id = await school.parent({ email, foreign_document: null, ...run.columns, ...row })
    return { parent_id, email, rut: run.typed, school, ...(await school.signIn(parent_id)) }
  }
}
