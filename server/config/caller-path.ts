import { resolve } from 'node:path'

/** Resolves a path of a command line in the folder where the command was given. npm and `wheelbook` run it elsewhere. */
export const callerPath = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path)
