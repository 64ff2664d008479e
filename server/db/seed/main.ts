// Fills an empty database with the demo data. A separate process, so that its 400 MB are freed when it exits. The
// server starts it with an IPC channel, sends its input, and waits for its exit.
import { once } from 'node:events'
import { dayIn } from '#domain/core/days.ts'
import { openFiles } from '#server/composition/file-stores.ts'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { hashPassword } from '#server/modules/access/passwords.ts'
import { seedDemoWorld } from './load.ts'

export interface SeedInput {
  config: Config
  databaseUrl: string
}

// The server was killed: the transaction is rolled back.
process.on('disconnect', () => process.exit(1))
// A terminal sends its signals to this process too. The server ends it by disconnecting.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const [{ config, databaseUrl }] = (await once(process, 'message')) as [SeedInput]
const db = openDatabase(databaseUrl, { max: 2 })
const files = await openFiles(config)
try {
  await seedDemoWorld(db, {
    today: dayIn(undefined, new Date()),
    putFile: (key, bytes, type) => files.put(key, bytes, type),
    hashPassword,
  })
} finally {
  await db.close()
}
process.exit()
