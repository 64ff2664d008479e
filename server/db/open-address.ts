import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { connectToRunning, startEmbeddedPostgres } from './embedded/embedded.ts'

/** Returns the configured database, or else the embedded one. Starts the embedded one if no server is running it. */
export async function openAddress({
  databaseUrl,
  dataFolder,
}: Pick<Config, 'databaseUrl' | 'dataFolder'>): Promise<{ url: string; stop: () => Promise<void> }> {
  if (databaseUrl !== null) return { url: databaseUrl, stop: async () => {} }
  const folder = join(resolve(dataFolder), 'postgres')
  await mkdir(resolve(dataFolder), { recursive: true })
  const running = await connectToRunning(folder)
  if (running !== null) return { url: running, stop: async () => {} }
  const embedded = await startEmbeddedPostgres({ folder })
  return { url: embedded.connectionString, stop: () => embedded.stop() }
}
