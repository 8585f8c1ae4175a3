import { resolve } from 'node:path'

/** A path as the operator means it: npm runs its scripts in the project's folder, wherever they were typed. */
export const typedPath = (path: string): string => resolve(process.env.INIT_CWD ?? '', path)
