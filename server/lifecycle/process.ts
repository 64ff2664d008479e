import { BackupError } from '#server/backup/errors.ts'
import type { Services } from '#server/composition/services.ts'
import { ConfigError } from '#server/config/config.ts'
import { EmbeddedPostgresError } from '#server/db/embedded/errors.ts'
import { commandOf } from '#server/db/embedded/processes.ts'
import { MigrationError } from '#server/db/migrate.ts'
import { BuildError } from './build.ts'
import type { Running } from './run.ts'
import { StartError } from './start-error.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** A terminal and npm may both forward one Ctrl+C. A signal after this delay counts as a second one. */
const SECOND_SIGNAL_MS = 1000
/** Time for an aborted start to clean up. */
const UNDO_MS = 5000
const WATCH_MS = 500
/**
 * Time limit of the shutdown after a crash, without the drain time: requests and jobs finish one after the other (`FINISH_MS` in
 * run.ts).
 */
const CRASH_MS = 60_000

/**
 * Ties the server to its process. On SIGTERM, SIGINT and SIGHUP the server shuts down gracefully: in-flight requests
 * finish. A second signal exits at once. The server also stops when npm exits, because npm forwards neither SIGHUP nor
 * SIGKILL and this process would otherwise run on as an orphan.
 *
 * After an uncaught exception or unhandled rejection the state of the process is unknown. The error is logged, the
 * server shuts down gracefully and the process exits with code 1, so that a supervisor restarts it.
 */
export function processLifetime(print: (line: string) => void) {
  const ending = new AbortController()
  let running: Running | null = null
  let endedAt = 0

  function end() {
    if (ending.signal.aborted) return
    endedAt = performance.now()
    clearInterval(watch)
    print('Stopping …')
    ending.abort()
    if (running) stop(running)
    else setTimeout(() => process.exit(1), UNDO_MS).unref()
  }
  function stop({ stop }: Running) {
    stop().then(
      () => process.exit(),
      (error) => fail(error),
    )
  }
  function crash({ log, config }: Pick<Services, 'log' | 'config'>, error: unknown, message: string) {
    log.fatal({ err: error }, message)
    process.exitCode = 1
    // A broken process may never finish its shutdown.
    setTimeout(() => process.exit(1), config.drainSeconds * 1000 + CRASH_MS).unref()
    end()
  }
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!ending.signal.aborted) end()
      else if (performance.now() - endedAt > SECOND_SIGNAL_MS) process.exit(1)
    })
  }
  // The reader of the output may exit before the server does.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

  const isNpmGone = npmGone()
  const watch = setInterval(() => {
    if (isNpmGone()) end()
  }, WATCH_MS).unref()

  return {
    /** Aborted as soon as the process starts to end, also during startup. */
    signal: ending.signal,
    attach(started: Running) {
      running = started
      const { services } = started
      process.on('uncaughtException', (error) => crash(services, error, 'Uncaught exception'))
      process.on('unhandledRejection', (error) => crash(services, error, 'Unhandled rejection'))
      if (ending.signal.aborted) stop(started)
    },
    /** Ends a failed start. A start that was aborted on purpose is not a failure. */
    failed(error: unknown): never {
      if (ending.signal.aborted) process.exit(0)
      fail(error)
    },
  }
}

/**
 * Returns a function that detects that npm has exited: the process then has another parent. Always false without npm,
 * because a server in the background may outlive its parent. Always false on Windows, where closing the console ends all
 * of its processes.
 */
function npmGone(): () => boolean {
  if (process.platform === 'win32' || process.env.npm_lifecycle_event === undefined) return () => false
  const npm = process.ppid
  // npm exited before this line, and init adopted the process. In a container, npm itself may be process 1.
  if (npm === 1 && !commandOf(npm).some((word) => word.includes('npm'))) return () => true
  return () => process.ppid !== npm
}

/** Errors that are not bugs; their messages explain what to do. */
const PLAIN = [ConfigError, StartError, BackupError, BuildError, MigrationError, EmbeddedPostgresError]

/** Prints why the server does not start, and exits. */
function fail(error: unknown): never {
  console.error(PLAIN.some((kind) => error instanceof kind) ? (error as Error).message : error)
  process.exit(1)
}
