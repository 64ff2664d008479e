import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SIZE_MB = 48

/** A folder on a separate small disk, which can be filled. */
export interface SmallDisk {
  fill(): Promise<void>
  empty(): Promise<void>
  stop(): Promise<void>
}

/** Creates the folder. Null: this system does not let the user mount a disk; the folder is then an ordinary one. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk | null> {
  await mkdir(folder)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder])
  } catch {
    return null
  }
  const ballast = join(folder, 'ballast')
  return {
    async fill() {
      const rest = Buffer.alloc(1_000_000)
      for (let mb = 0; mb <= SIZE_MB; mb++)
        await writeFile(ballast, rest, { flag: 'a' }).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOSPC') throw error
        })
    },
    empty: () => rm(ballast, { force: true }),
    async stop() {
      await run('umount', [folder])
    },
  }
}
