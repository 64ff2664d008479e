import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { uniqueBuilders } from './fixtures.ts'

interface OwnServerOptions {
  /** Flags of the default brand on this server. */
  flags?: Record<string, boolean>
  env?: Record<string, string>
  /** Path of the server's log file. */
  logFile?: string
}

/** Starts a second server with different settings on a new, empty database. */
export async function startOwnServer({ flags = {}, env = {}, logFile }: OwnServerOptions) {
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-own-'))
  await chmod(base, 0o711)
  const brands = join(base, 'brands')
  await cp(join(import.meta.dirname, '../../../brands'), brands, { recursive: true })
  const file = join(brands, 'wheelbook/brand.json')
  const brand = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...brand, flags: { ...brand.flags, ...flags } }))
  const server = await startProductionServer({
    dataFolder: join(base, 'data'),
    env: { BRANDS_FOLDER: brands, LOG_LEVEL: 'error', ...env },
    ...(logFile && { logFile }),
  })
  const db: Database = openDatabase(server.databaseUrl, { max: 2 })
  return {
    db,
    dataFolder: join(base, 'data'),
    build: uniqueBuilders(db),
    origin: (subdomain?: string) => `http://${subdomain ? `${subdomain}.` : ''}localhost:${server.port}`,
    async stop() {
      await db.close()
      await server.stop()
      await rm(base, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
export type OwnServer = Awaited<ReturnType<typeof startOwnServer>>
