import { officeMessages } from '@apoderados/contract/office/officeMessages'
import type { Conflict } from '@apoderados/contract/office/staffMembers'
import { HttpError } from '../http/errors.ts'

/** Returns the 409 for a thing that somebody changed meanwhile. */
export const conflictError = (conflict: Conflict) =>
  Object.assign(new HttpError(409, officeMessages.changedMeanwhile), { detail: { conflict } })
