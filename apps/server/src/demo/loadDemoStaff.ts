import type { Database } from '@apoderados/core/db/client/open'
import { establishments } from '@apoderados/core/db/tables/schools'
import { staff, staffSchools } from '@apoderados/core/db/tables/staff'
import type { Keys } from '@apoderados/core/secrets/keys'
import { addFactor, encryptTotpSecret } from '@apoderados/core/staff/staffFactors'
import { demoRbds } from '@apoderados/school-data/demo/demoSchools'
import { DEMO_PASSWORD } from '@apoderados/school-data/demo/families'
import { DEMO_TOTP_SECRET, demoStaff } from '@apoderados/school-data/demo/staff'
import { eq, inArray } from 'drizzle-orm'
import type { Passwords } from '../auth/passwords.ts'

/** Adds the staff of the demo's schools, unless the accounts exist. */
export async function loadDemoStaff(db: Database, keys: Keys, passwords: Passwords): Promise<void> {
  const emails = demoStaff.map(({ email }) => email)
  const known = await db.select({ email: staff.email }).from(staff).where(inArray(staff.email, emails))
  if (known.length === emails.length) return
  const password_hash = await passwords.hash(DEMO_PASSWORD)
  await db.transaction(async (transaction) => {
    for (const { email, name, role, schools } of demoStaff) {
      const [added] = await transaction
        .insert(staff)
        .values({ email, name, password_hash })
        .onConflictDoNothing()
        .returning({ id: staff.id })
      if (!added) continue // another process was faster
      for (const rbd of demoRbds.slice(0, schools)) {
        const [school] = await transaction
          .select({ id: establishments.id })
          .from(establishments)
          .where(eq(establishments.rbd, rbd))
        if (school)
          await transaction
            .insert(staffSchools)
            .values({ staff_id: added.id, establishment_id: school.id, role })
      }
      const secret = encryptTotpSecret(keys, added.id, DEMO_TOTP_SECRET)
      await addFactor(transaction, added.id, { kind: 'totp', name: 'Demostración', secret, last_step: 0 })
    }
  })
}
