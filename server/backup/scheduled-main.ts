// Makes one scheduled backup. A process of its own, so that requests do not wait for it: the server starts it with an IPC
// channel and sends its input.
import { once } from 'node:events'
import { type ScheduledBackup, scheduledBackup } from './scheduled-backup.ts'

export type ScheduledInput = Omit<ScheduledBackup, 'signal'>

/** Time for a check to stop its own database. */
const FINISH_MS = 10_000

// The server ended or was killed. The next start makes the backup.
const ending = new AbortController()
process.on('disconnect', () => {
  ending.abort()
  // A folder that does not respond must not hold the lock of backups any longer. An exit would wait for it too.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), FINISH_MS).unref()
})
// A terminal sends its signals to this process too. The server ends it by disconnecting.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const [input] = (await once(process, 'message')) as [ScheduledInput]
const failure = await scheduledBackup({ ...input, signal: ending.signal }).then(
  () => null,
  (error: Error) => error.message,
)
if (failure !== null && process.connected) process.send?.(failure)
process.exit(failure === null ? 0 : 1)
