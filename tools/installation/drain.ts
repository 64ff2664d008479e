import { setTimeout as sleep } from 'node:timers/promises'
import type { ProductionServer } from '#tests/support/production-server.ts'

/**
 * `DRAIN_SECONDS` of the servers. nginx avoids a server that failed for up to three seconds (`fail_timeout` and the rest of a
 * second), so the next server has to serve longer than that, or nginx has no server left.
 */
export const DRAIN_SECONDS = 4

/** Asks a server to stop, and checks that it serves while load balancers notice, and ends with code 0. */
export async function drain({ url, child, exited }: ProductionServer): Promise<void> {
  child.kill('SIGTERM')
  const end = performance.now() + (DRAIN_SECONDS * 1000) / 2
  let isAnnounced = false
  while (performance.now() < end) {
    isAnnounced ||= (await statusOf(`${url}/readyz`)) === 503
    const served = await statusOf(`${url}/api/v4/states?country=US`)
    if (served >= 500) throw new Error(`A stopping server answered ${served}.`)
    await sleep(50)
  }
  if (!isAnnounced) throw new Error('A stopping server did not respond with 503 at /readyz.')
  const { code, signal } = await exited
  if (code !== 0) throw new Error(`A server that was asked to stop ended with ${code ?? signal}.`)
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}
