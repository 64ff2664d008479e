import { openSlowConnection } from '#tests/support/slow-connection.ts'
import { newDevice, signIn } from './device.ts'
import type { StagedFleet } from './stage.ts'

/** Slow 4G as Lighthouse defines it. */
const SLOW_4G = { roundTripMs: 150, bitsPerSecond: 1_638_400, hasHandshakes: true } as const

/**
 * Opens the approval page like a link in an email, on a phone that has the app, over slow 4G and slowed down. Returns
 * the milliseconds from the start of the navigation until 'Approve all' is usable: painted, and the page responsive.
 */
export async function approvalPages(
  url: string,
  fleet: StagedFleet,
  run: { orderId: number; times: number; slowDown: number },
): Promise<number[]> {
  const line = await openSlowConnection(url)
  const device = await newDevice('phone')
  const interactive: number[] = []
  try {
    const first = await device.open()
    try {
      await signIn(first, line.origin, fleet)
      // The service worker fetches the rest of the app after the first screen.
      await first.page.waitForTimeout(10_000)
    } finally {
      await first.close()
    }
    line.set(SLOW_4G)
    for (let nth = 0; nth < run.times; nth++) {
      const app = await device.open()
      try {
        await app.slowDown(run.slowDown)
        await app.page.addInitScript(noteInteractive)
        await app.page.goto(`${line.origin}/orders/${run.orderId}/approvals`, { waitUntil: 'commit' })
        const handle = await app.page.waitForFunction(() => window.approvalInteractiveAt, null, {
          timeout: 60_000,
        })
        interactive.push(Number(await handle.jsonValue()))
      } finally {
        await app.close()
      }
    }
    return interactive
  } finally {
    await device.remove()
    await line.close()
  }
}

declare global {
  interface Window {
    approvalInteractiveAt?: number
  }
}

/** Runs in the page: records when the first enabled contained button is painted and a task can run. */
function noteInteractive() {
  let isFound = false
  const look = () => {
    const button = document.querySelector('main .MuiButton-contained:not([aria-disabled])')
    if (isFound || !button || !location.pathname.endsWith('/approvals')) return
    isFound = true
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        window.approvalInteractiveAt = performance.now()
      }
      port2.postMessage(null)
    })
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}
