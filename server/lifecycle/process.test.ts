import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { processLifetime } from './process.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  process.exitCode = undefined
})

it('an uncaught error leaves a server its drain time and the time to finish, and then ends it in any case (R-21)', () => {
  const handlers = new Map<unknown, (error: Error) => void>()
  const record = (event: unknown, handler: (error: Error) => void) => {
    handlers.set(event, handler)
    return process
  }
  vi.spyOn(process, 'on').mockImplementation(record as never)
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never)
  const services = { log: { fatal: () => {} }, config: { drainSeconds: 30 } }
  const hangs = () => new Promise<never>(() => {})
  processLifetime(() => {}).attach({ url: '', services, stop: hangs } as never)
  handlers.get('uncaughtException')?.(new Error('broken'))
  // The drain, and requests and jobs of 25 seconds each (docs/operate.md).
  vi.advanceTimersByTime((30 + 25 + 25) * 1000)
  expect(exit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(exit).toHaveBeenCalledWith(1)
})
