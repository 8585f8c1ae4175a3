import { resolve } from 'node:path'

/** Resolves a typed path against the operator's folder: npm runs scripts in the project's folder. */
export const typedPath = (path: string): string => resolve(process.env.INIT_CWD ?? '', path)
