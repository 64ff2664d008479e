import { ConfigError } from './config.ts'
import type { Running } from './run.ts'

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

/** Says why the server does not start, for people, and ends. */
export function fail(error: unknown): never {
  const isPlain = error instanceof ConfigError || (error instanceof Error && error.constructor !== Error)
  console.error(error instanceof Error && isPlain ? error.message : error)
  process.exit(1)
}
