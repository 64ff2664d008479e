import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright'
import { seededRandom } from '#tests/offline/fault-plan.ts'

const CPU_SLOWDOWN = 4
const DELAY_MAX_MS = 600

/**
 * Makes a page as slow as a cheap phone on a bad connection: each request waits for a random time, so that code, texts and
 * data arrive in any order.
 */
export async function slowDown(context: BrowserContext, page: Page, seed: string): Promise<void> {
  const random = seededRandom(seed)
  await context.route('**/*', async (route) => {
    await sleep(random() * DELAY_MAX_MS)
    await route.fallback()
  })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}
