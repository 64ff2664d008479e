// npm run backup and npm run restore: see docs/operate/backups.md.
import { enableCompileCache } from '#server/lifecycle/compile-cache.ts'

enableCompileCache()
const { readConfig } = await import('#server/config/read-config.ts')
const { ConfigError } = await import('#server/config/config.ts')
const { EmbeddedPostgresError } = await import('#server/db/embedded/errors.ts')
const { BackupError } = await import('./errors.ts')
const { backupCommand } = await import('./backup-command.ts')

const [command = '', ...args] = process.argv.slice(2)
try {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  await backupCommand(command, args, { config, print: (line) => process.stdout.write(`${line}\n`) })
} catch (error) {
  const isPlain = [ConfigError, EmbeddedPostgresError, BackupError].some((kind) => error instanceof kind)
  console.error(isPlain && error instanceof Error ? error.message : error)
  process.exitCode = 1
}
