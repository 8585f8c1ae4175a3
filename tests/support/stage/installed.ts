import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns whether the PATH has a program of that name. */
export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
