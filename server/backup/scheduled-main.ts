// Makes one scheduled backup. A process of its own, so that requests do not wait for it: the server starts it with an IPC
// channel and sends its input.
import { once } from 'node:events'
import type { Config } from '#server/config/config.ts'
import { scheduledBackup } from './scheduled-backup.ts'

export interface ScheduledInput {
  config: Config
  databaseUrl: string
  folder: string
}

// The server ended or was killed: the next start makes the backup.
process.on('disconnect', () => process.exit(1))
// A terminal sends its signals to this process too. The server ends it by disconnecting.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const [{ config, databaseUrl, folder }] = (await once(process, 'message')) as [ScheduledInput]
const failure = await scheduledBackup(config, databaseUrl, folder).then(
  () => null,
  (error: Error) => error.message,
)
if (failure !== null) process.send?.(failure)
process.exit(failure === null ? 0 : 1)
