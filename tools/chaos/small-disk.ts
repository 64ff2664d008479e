import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A folder on a separate small disk, which can be filled. */
export interface SmallDisk {
  fill(): Promise<void>
  empty(): Promise<void>
  stop(): Promise<void>
}

/** Creates the folder. Null: this system does not let the user mount a disk; the folder is then an ordinary one. */
export async function mountSmallDisk(folder: string, sizeMb: number): Promise<SmallDisk | null> {
  await mkdir(folder)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder])
  } catch {
    return null
  }
  const ballast = join(folder, 'ballast')
  let isMounted = true
  return {
    async fill() {
      const rest = Buffer.alloc(1_000_000)
      for (let mb = 0; mb <= sizeMb; mb++)
        try {
          await writeFile(ballast, rest, { flag: 'a' })
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
          throw error
        }
    },
    empty: () => rm(ballast, { force: true }),
    async stop() {
      if (!isMounted) return
      isMounted = false
      // Processes that were killed may not have ended yet.
      await run('umount', ['--lazy', folder])
    },
  }
}
