import type { Clock } from '../clock.ts'
import { StorageSilent } from '../errors.ts'
import type { Saved } from '../outbox-api.ts'
import type { Command } from './command.ts'

const PATIENCE_MS = 10_000
/** The slowest phone that still counts as one that answers: 5 MB in two seconds. */
const BYTES_PER_MS = 2_500

/** How long storage may take to keep a command, in ms: the more bytes, the longer. */
export function patienceFor(command: Command): number {
  const files = 'files' in command ? command.files : []
  return PATIENCE_MS + files.reduce((sum, file) => sum + file.bytes.byteLength, 0) / BYTES_PER_MS
}

/**
 * Ends the wait for a commit that does not come. The work goes on: a commit after all comes by `late` of the error.
 * @throws StorageSilent when storage has not answered in `ms`
 */
export function orSilent(clock: Clock, ms: number, work: Promise<Saved>): Promise<Saved> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => {
      // Heard by whoever follows it; a failure that nobody waits for any more is no error of the page.
      work.catch(() => {})
      reject(new StorageSilent(work))
    })
    work.then(resolve, reject).finally(cancel)
  })
}
