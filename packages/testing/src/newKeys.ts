import { randomBytes } from 'node:crypto'
import { loadKeys } from '@apoderados/core/secrets/keys'

export const newKeys = () => loadKeys([randomBytes(32).toString('base64url')], '')
