import { readFile, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { callerPath } from '#server/config/caller-path.ts'
import { CommandRejected } from './usage-error.ts'

/** Stands for the standard input or output, which the shell opens with the rights of the caller. */
export const STANDARD = '-'

/** Reads the file of an option. Throws CommandRejected. */
export async function readGivenFile(file: string): Promise<Uint8Array> {
  if (file === STANDARD) return buffer(process.stdin)
  return readFile(callerPath(file)).catch((error: Error) => {
    throw new CommandRejected(
      `The file cannot be read (${error.message}). If this user may not read it, use: --file - < ${file}`,
    )
  })
}

/** Writes a file that must not exist yet. Throws CommandRejected. */
export async function writeNewFile(file: string, text: string): Promise<void> {
  await writeFile(callerPath(file), text, { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
    throw new CommandRejected(
      `The file cannot be written (${error.message}). If this user may not write there, use: --file - > ${file}`,
    )
  })
}
