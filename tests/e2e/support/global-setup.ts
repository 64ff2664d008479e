import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDist, isBuildStale } from '#server/lifecycle/build.ts'
import { installArial } from '#tests/support/browser.ts'
import { databaseUrlOf, startProductionServer } from '#tests/support/production-server.ts'

/** Starts the server on a new, empty data folder. Returns the function that stops it. */
export default async function globalSetup() {
  installArial()
  const root = join(import.meta.dirname, '../../..')
  if (await isBuildStale(root)) await buildDist(root)
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-e2e-'))
  // PostgreSQL's user needs access if the tests run as root.
  await chmod(base, 0o711)
  const dataFolder = join(base, 'data')
  const server = await startProductionServer({ dataFolder, env: { LOG_LEVEL: 'error' } })
  process.env.E2E_PORT = String(server.port)
  process.env.E2E_DATABASE_URL = databaseUrlOf(dataFolder)
  return async () => {
    await server.stop()
    await rm(base, { recursive: true, force: true, maxRetries: 5 })
  }
}
