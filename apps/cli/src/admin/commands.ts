import { setAccountRut, setEmail, shareContact } from './accountChanges.ts'
import { listAccounts } from './accountList.ts'
import { closeAccount, openAccount, unlockAccount } from './accounts.ts'
import { createBackup, createBackupKey } from './backup.ts'
import { check } from './check.ts'
import type { Command } from './command.ts'
import { demoOff, demoOn } from './demo.ts'
import { exportFamily } from './families.ts'
import { listInvitations, sendInvitations } from './invitations.ts'
import { listLinks } from './linkList.ts'
import { blockLink, restoreLink } from './links.ts'
import { printInvitations } from './printInvitations.ts'
import { resetAccount } from './resetAccount.ts'
import { restoreBackup } from './restoreBackup.ts'
import { runRetention } from './retention.ts'
import { updateSchema } from './schema.ts'
import { createSchool, listSchools } from './schools.ts'
import { eraseStudent, setStudentRut } from './students.ts'

/** In the order of the overview. */
export const commands: Command[] = [
  ...[createSchool, listSchools],
  ...[listInvitations, sendInvitations, printInvitations],
  ...[
    listAccounts,
    resetAccount,
    unlockAccount,
    closeAccount,
    openAccount,
    setEmail,
    setAccountRut,
    shareContact,
  ],
  ...[listLinks, blockLink, restoreLink],
  ...[setStudentRut, eraseStudent, exportFamily, runRetention],
  ...[updateSchema, createBackup, createBackupKey, restoreBackup],
  ...[check, demoOn, demoOff],
]
