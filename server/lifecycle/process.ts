import { ConfigError } from '#server/config/config.ts'
import { EmbeddedPostgresError } from '#server/db/embedded/errors.ts'
import { MigrationError } from '#server/db/migrate.ts'
import { BuildError } from './build.ts'
import { type Running, StartError } from './run.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** A terminal and npm may both forward one Ctrl+C. A signal after this delay counts as a second one. */
const SECOND_SIGNAL_MS = 1000
/** Time for an aborted start to clean up. */
const UNDO_MS = 5000
const WATCH_MS = 500

/**
 * Ends the server with the process: on SIGTERM, SIGINT and SIGHUP in-flight requests finish, and a second signal does
 * not wait. It also ends when npm is gone: npm passes on neither SIGHUP nor SIGKILL, and this process would stay behind
 * as an orphan that still answers. Uncaught exceptions are logged, and the server goes on.
 */
export function processLifetime(say: (line: string) => void) {
  const ending = new AbortController()
  let running: Running | null = null
  let endedAt = 0

  function end() {
    endedAt = Date.now()
    clearInterval(watch)
    say('Stopping …')
    ending.abort()
    if (running) stop(running)
    else setTimeout(() => process.exit(1), UNDO_MS).unref()
  }
  function stop({ stop }: Running) {
    stop().then(
      () => process.exit(0),
      (error) => fail(error),
    )
  }
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!ending.signal.aborted) end()
      else if (Date.now() - endedAt > SECOND_SIGNAL_MS) process.exit(1)
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
      const { log } = started.services
      process.on('uncaughtException', (error) => log.error({ err: error }, 'Uncaught exception'))
      process.on('unhandledRejection', (error) => log.error({ err: error }, 'Unhandled rejection'))
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
 * Detects that npm has exited: the process then has another parent. Always false without npm, because a server in the
 * background may outlive its parent. Always false on Windows, where closing the console ends all of its processes.
 */
function npmGone(): () => boolean {
  if (process.platform === 'win32' || process.env.npm_lifecycle_event === undefined) return () => false
  const npm = process.ppid
  return () => process.ppid !== npm
}

/** Errors that are not bugs; their messages explain what to do. */
const PLAIN = [ConfigError, StartError, BuildError, MigrationError, EmbeddedPostgresError]

/** Prints why the server does not start, and exits. */
function fail(error: unknown): never {
  console.error(PLAIN.some((kind) => error instanceof kind) ? (error as Error).message : error)
  process.exit(1)
}
