import { expect, it, vi } from 'vitest'
import type { OfflineCache, RefreshResult } from '#src/offline/model/api/cache-api.ts'
import type { OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import { createWatched } from '#src/offline/model/live.ts'
import { createRefreshLoop } from '#src/offline/sync/refresh-loop.ts'
import { aPage } from './device.ts'
import { simulatedClock } from './simulated-clock.ts'

it('refreshes again if that was requested while a refresh was running', async () => {
  const clock = simulatedClock()
  let end = (_result: RefreshResult) => {}
  const refresh = vi.fn(
    () =>
      new Promise<RefreshResult>((resolve) => {
        end = resolve
      }),
  )
  const lastRefresh = createWatched<RefreshResult | null>(null)
  const loop = createRefreshLoop({
    cache: { refresh } as unknown as OfflineCache,
    clock,
    page: aPage().events,
    network: createWatched<OutboxStatus['network']>('online'),
    isProbed: async () => false,
    lastRefresh,
  })
  loop.start()
  loop.soon()
  end('fresh')
  await expect.poll(() => lastRefresh.value()).toBe('fresh')
  clock.advance(2_000)
  expect(refresh).toHaveBeenCalledTimes(2)
  // Then every five minutes again.
  lastRefresh.set(null)
  end('fresh')
  await expect.poll(() => lastRefresh.value()).toBe('fresh')
  clock.advance(4 * 60_000)
  expect(refresh).toHaveBeenCalledTimes(2)
  clock.advance(60_000)
  await expect.poll(() => refresh.mock.calls.length).toBe(3)
  loop.stop()
})
