import { setAccountRut, setEmail, shareContact } from './accounts/accountChanges.ts'
import { listAccounts } from './accounts/accountList.ts'
import { closeAccount, reopenAccount, resetAccount, unlockAccount } from './accounts/accounts.ts'
import { checkInstallation } from './checkCommand.ts'
import type { Command } from './command.ts'
import { listInvitations, sendInvitations } from './invitations/invitations.ts'
import { printInvitations } from './invitations/printInvitations.ts'
import { moveExport, moveImport } from './move.ts'
import { showPushKey } from './pushKey.ts'
import { runRetention } from './retention/retention.ts'
import { updateSchema } from './schema.ts'
import { demoOff, demoOn, showDemoCode } from './schools/demo.ts'
import { setDigestDefault } from './schools/digestCommand.ts'
import { exportFamily } from './schools/familyCommands.ts'
import { blockLink, representLink, restoreLink } from './schools/linkCommands.ts'
import { listLinks } from './schools/linkList.ts'
import { listLoads, undoImport } from './schools/loadCommands.ts'
import { listNews, setNews } from './schools/newsCommands.ts'
import { createSchool, listSchools } from './schools/schoolCommands.ts'
import { eraseStudent, setStudentRut } from './schools/studentCommands.ts'
import { addStaff, endStaff, listStaff, resetStaff } from './staff/staffCommands.ts'

/** All commands in the order of the help. */
export const commands: Command[] = [
  createSchool,
  listSchools,
  listNews,
  setNews,
  setDigestDefault,
  listLoads,
  undoImport,
  listInvitations,
  sendInvitations,
  printInvitations,
  listAccounts,
  resetAccount,
  unlockAccount,
  closeAccount,
  reopenAccount,
  setEmail,
  setAccountRut,
  shareContact,
  addStaff,
  listStaff,
  resetStaff,
  endStaff,
  listLinks,
  blockLink,
  restoreLink,
  representLink,
  setStudentRut,
  eraseStudent,
  exportFamily,
  runRetention,
  updateSchema,
  moveExport,
  moveImport,
  checkInstallation,
  showPushKey,
  demoOn,
  demoOff,
  showDemoCode,
]
