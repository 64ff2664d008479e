import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '#tests/support/client.ts'

const PROBE_MS = 50
const PROBE_TIMEOUT_MS = 15_000

/**
 * Reads through the proxy all the time, and measures for each kind of fault the longest time without a response, and
 * without an acknowledged write.
 */
export function watchOutages(client: Client) {
  const longest = new Map<string, number>()
  const longestWithoutWrite = new Map<string, number>()
  let wroteAt = performance.now()
  let isStopped = false
  let current = ''
  let servedAt = performance.now()

  async function probe() {
    while (!isStopped) {
      const late = new Promise<null>((done) => setTimeout(done, PROBE_TIMEOUT_MS, null).unref())
      const response = await Promise.race([client.get('/vehicles').catch(() => null), late])
      if (response?.status === 200) {
        const now = performance.now()
        longest.set(current, Math.max(longest.get(current) ?? 0, now - servedAt))
        servedAt = now
      }
      await sleep(PROBE_MS)
    }
  }
  void probe()
  return {
    /** Names the fault that the next outages belong to. */
    begin(name: string) {
      current = name
    },
    /** Waits for the response to a read that begins after this call. */
    async untilServed() {
      const since = performance.now()
      while (servedAt < since + PROBE_MS && performance.now() - since < 60_000) await sleep(PROBE_MS)
      if (servedAt < since) throw new Error(`Nothing was served for a minute after: ${current}`)
    },
    /** Notes that a write was acknowledged. */
    wrote() {
      const now = performance.now()
      longestWithoutWrite.set(current, Math.max(longestWithoutWrite.get(current) ?? 0, now - wroteAt))
      wroteAt = now
    },
    longest: (name: string) => ({
      reads: Math.round(longest.get(name) ?? 0),
      writes: Math.round(longestWithoutWrite.get(name) ?? 0),
    }),
    stop() {
      isStopped = true
    },
  }
}

/** Asks each server's `/health` all the time, and collects what it complained about since `begin`. */
export function watchHealth(urls: readonly string[]) {
  let seen = new Set<string>()
  let isStopped = false

  async function checkHealth(url: string) {
    while (!isStopped) {
      const health = await fetch(`${url}/health`, { signal: AbortSignal.timeout(8000) })
        .then((response) => response.json() as Promise<{ checks: { name: string; isOk: boolean }[] }>)
        .catch(() => null)
      if (health === null) seen.add('unreachable')
      for (const check of health?.checks ?? []) if (!check.isOk) seen.add(check.name)
      await sleep(200)
    }
  }
  for (const url of urls) void checkHealth(url)
  return {
    begin() {
      seen = new Set()
    },
    seen: () => seen,
    stop() {
      isStopped = true
    },
  }
}
