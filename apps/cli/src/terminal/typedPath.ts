import { resolve } from 'node:path'

/** Resolves a typed path against the operator's folder, which npm passes in INIT_CWD because it changes the folder. */
export const typedPath = (path: string): string => resolve(process.env.INIT_CWD ?? '', path)
