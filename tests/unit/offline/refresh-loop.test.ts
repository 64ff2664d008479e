import { expect, it, vi } from 'vitest'
import type { OfflineCache, RefreshResult } from '#src/offline/model/api/cache-api.ts'
import type { OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import { createWatched } from '#src/offline/model/live.ts'
import { createRefreshLoop } from '#src/offline/sync/refresh-loop.ts'
import { aPage } from './device.ts'
import { simulatedClock } from './simulated-clock.ts'

function aLoop(refresh: () => Promise<RefreshResult>, isVisible = true) {
  const clock = simulatedClock()
  const lastRefresh = createWatched<RefreshResult | null>(null)
  const loop = createRefreshLoop({
    cache: { refresh } as unknown as OfflineCache,
    clock,
    page: { ...aPage().events, isVisible: () => isVisible },
    network: createWatched<OutboxStatus['network']>('online'),
    isProbed: async () => false,
    lastRefresh,
  })
  return { clock, lastRefresh, loop }
}

it('refreshes again if that was requested while a refresh was running', async () => {
  let end = (_result: RefreshResult) => {}
  const refresh = vi.fn(
    () =>
      new Promise<RefreshResult>((resolve) => {
        end = resolve
      }),
  )
  const { clock, lastRefresh, loop } = aLoop(refresh)
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

it('pulls withheld changes soon, with growing pauses, until none are withheld', async () => {
  let isWithheld = true
  const refresh = vi.fn(async (): Promise<RefreshResult> => {
    loop.pulled({ isWithheld, hasMoved: false })
    return 'fresh'
  })
  const { clock, lastRefresh, loop } = aLoop(refresh)
  const pulled = () => expect.poll(() => lastRefresh.value()).toBe('fresh')
  loop.start()
  await pulled()
  for (const pause of [500, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    const before = refresh.mock.calls.length
    lastRefresh.set(null)
    clock.advance(pause - 1)
    // The pull that another announced change causes does not postpone it.
    loop.pulled({ isWithheld: true, hasMoved: false })
    expect(refresh).toHaveBeenCalledTimes(before)
    isWithheld = before < 10
    clock.advance(1)
    expect(refresh).toHaveBeenCalledTimes(before + 1)
    await pulled()
  }
  clock.advance(4 * 60_000)
  expect(refresh).toHaveBeenCalledTimes(11)
  loop.stop()
})

it('pulls withheld changes sooner when they are not those that were withheld before', async () => {
  const refresh = vi.fn(async (): Promise<RefreshResult> => 'fresh')
  const { clock, loop } = aLoop(refresh)
  loop.start()
  loop.pulled({ isWithheld: true, hasMoved: false })
  clock.advance(40_000)
  // Withheld for 40 s: the next pull would be as much later.
  loop.pulled({ isWithheld: true, hasMoved: false })
  const before = refresh.mock.calls.length
  clock.advance(1_000)
  expect(refresh).toHaveBeenCalledTimes(before)
  loop.pulled({ isWithheld: true, hasMoved: true })
  clock.advance(500)
  expect(refresh).toHaveBeenCalledTimes(before + 1)
  loop.stop()
})

it('does not pull withheld changes for a hidden page', async () => {
  const refresh = vi.fn(async (): Promise<RefreshResult> => 'fresh')
  const { clock, loop } = aLoop(refresh, false)
  loop.start()
  loop.pulled({ isWithheld: true, hasMoved: false })
  clock.advance(1_000)
  expect(refresh).toHaveBeenCalledTimes(1)
  loop.stop()
})
