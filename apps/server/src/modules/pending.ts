import { messages } from '@apoderados/contract/messages'
import { HttpError } from '../errors.ts'
import type { Handlers } from '../handlers.ts'

const notYet = (): never => {
  throw new HttpError(501, messages.notYet)
}

/** Calls of the table whose work is still open: each answers 501 and leaves this list when it is done. */
export const pending = {
  requestRecovery: notYet,
  confirmRecovery: notYet,
  validateRecovery: notYet,
  changePasswordWithToken: notYet,
  changePassword: notYet,
  savePushToken: notYet,
  deletePushToken: notYet,
  countDiaryEvents: notYet,
  getDiaryEvents: notYet,
  getCalendar: notYet,
  getSubPeriods: notYet,
  getPeriodQualifications: notYet,
  getPeriodQualificationsBySubject: notYet,
  getObservations: notYet,
  getArrears: notYet,
  getClassmates: notYet,
  getDocument: notYet,
} satisfies Partial<Handlers>
