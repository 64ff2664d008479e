import { BuildError } from './build.ts'
import { ConfigError } from './config.ts'
import { EmbeddedPostgresError } from './db/embedded/errors.ts'
import { MigrationError } from './db/migrate.ts'
import { type Running, StartError } from './run.ts'

/** Stops the server on SIGTERM and SIGINT; a second signal does not wait. Faults that nobody caught are told, and it serves on. */
export function attachToProcess(running: Running, say: (line: string) => void) {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      say('Stopping …')
      running.stop().then(
        () => process.exit(0),
        (error) => fail(error),
      )
    })
  }
  const { log } = running.services
  process.on('uncaughtException', (error) => log.error({ err: error }, 'A fault that nobody caught'))
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'A fault that nobody caught'))
}

/** Faults that are no bug of ours: their message tells people what to do. */
const PLAIN = [ConfigError, StartError, BuildError, MigrationError, EmbeddedPostgresError]

/** Says why the server does not start, for people, and ends. */
export function fail(error: unknown): never {
  console.error(PLAIN.some((kind) => error instanceof kind) ? (error as Error).message : error)
  process.exit(1)
}
