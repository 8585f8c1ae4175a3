import { STAFF_PASSWORD_CHARACTERS_MIN } from '@apoderados/contract/office/staffSession'
import { refuseWeakPassword } from '../../auth/guessablePasswords.ts'

/** Refuses a guessable password of a staff member (R6). @throws {HttpError} 400 */
export const refuseWeakStaffPassword = (
  password: string,
  { email, name, schools = [] }: { email: string; name: string; schools?: string[] },
) =>
  refuseWeakPassword(
    password,
    { email, name, last_name: '', rut: null, rut_dv: null, schools, is_demo: false },
    STAFF_PASSWORD_CHARACTERS_MIN,
  )
