// npm run test:engines [firefox|webkit]: the main offline scenario in engines that Playwright does not drive here.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/db/database.ts'
import { buildDist, isBuildStale } from '#server/lifecycle/build.ts'
import { builders } from '#tests/support/builders.ts'
import { aRandomPdf } from '#tests/support/files.ts'
import { freePort, type ProductionServer, startProductionServer } from '#tests/support/production-server.ts'
import { firefox } from './firefox.ts'
import { runScenario, type Stage } from './scenario.ts'
import type { Engine } from './tab.ts'
import { webkit } from './webkit.ts'

const ENGINES: Record<string, () => Promise<Engine>> = { firefox, webkit }

const wanted = process.argv.slice(2)
const root = join(import.meta.dirname, '../..')
if (await isBuildStale(root)) await buildDist(root)
const base = await mkdtemp(join(tmpdir(), 'wheelbook-engines-'))
await chmod(base, 0o711)
// Four entries with five files of random bytes each, 40 to 800 kB.
const entries = Array.from({ length: 4 }, (_, entry) =>
  Array.from({ length: 5 }, (_, place) => {
    const name = `invoice-${entry + 1}-${place + 1}.pdf`
    return { name, path: join(base, name), bytes: aRandomPdf(40_000 * (entry * 5 + place + 1)) }
  }),
)
for (const { path, bytes } of entries.flat()) await writeFile(path, bytes)

let server: ProductionServer | null = null
let db: Database | null = null
const port = await freePort()
const stage: Stage = {
  origin: `http://localhost:${port}`,
  db: () => demandDatabase(),
  build: () => builders(demandDatabase()),
  async stopServer() {
    await db?.close()
    await server?.stop()
    server = null
    db = null
  },
  async startServer() {
    server = await startProductionServer({
      dataFolder: join(base, 'data'),
      port,
      env: { LOG_LEVEL: 'error' },
    })
    db = openDatabase(server.databaseUrl, { max: 2 })
  },
}

let failed = 0
let passed = 0
for (const [key, open] of Object.entries(ENGINES)) {
  if (wanted.length > 0 && !wanted.includes(key)) continue
  const began = Date.now()
  let engine: Engine | null = null
  try {
    if (!server) await stage.startServer()
    engine = await open()
    await runScenario(engine, stage, entries)
    passed += 1
    console.log(`ok   ${engine.name} (${Math.round((Date.now() - began) / 1000)} s; ${engine.reopens})`)
  } catch (error) {
    failed += 1
    console.log(`FAIL ${engine?.name ?? key}: ${error instanceof Error ? error.message : error}`)
  } finally {
    await engine?.end()
  }
}
await stage.stopServer()
await rm(base, { recursive: true, force: true, maxRetries: 5 })
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

function demandDatabase(): Database {
  if (!db) throw new Error('The server does not run')
  return db
}
