import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { uniqueBuilders } from './fixtures.ts'

interface OwnServerOptions {
  /** Flags that the default brand has here. */
  flags?: Record<string, boolean>
  env?: Record<string, string>
  /** File that takes the server's log. */
  logFile?: string
}

/** A server beside the one that all tests share, set up in another way, on an empty database of its own. */
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
