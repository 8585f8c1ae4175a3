import { serverMessages } from '@apoderados/contract/messages'
import { limits } from '../config.ts'
import { HttpError } from './errors.ts'

const isHostileText = (text: string) => text.includes('\0') || !text.isWellFormed()

function isHostile(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isHostileText(value)
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  return Object.entries(value).some(([key, item]) => isHostileText(key) || isHostile(item, depth - 1))
}

/**
 * Refuses NUL and lone surrogates, which PostgreSQL cannot store, and values that are nested deeper than any call
 * needs (R21, R23).
 * @throws {HttpError} 400
 */
export function refuseHostileInput(...parts: unknown[]): void {
  if (parts.some((part) => isHostile(part, limits.bodyDepth)))
    throw new HttpError(400, serverMessages.badRequest)
}
