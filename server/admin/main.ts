// npm run admin -- <command>: tasks that no screen offers, such as creating the first company in an empty database.
import { enableCompileCache } from '#server/lifecycle/compile-cache.ts'

enableCompileCache()
const { readConfig } = await import('#server/config/read-config.ts')
const { admin } = await import('./admin.ts')

try {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  await admin(process.argv.slice(2), config, (line) => process.stdout.write(`${line}\n`))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
