import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import { isAcknowledged, senderOf } from '#tests/api/core/kills.sender.ts'
import { type ApiResponse, type Client, clientOf } from '#tests/support/client.ts'
import { compare, filesOf } from '#tools/installation/compare.ts'

const READ_PAUSE_MS = 20

export interface TrafficInput {
  /** Address of the proxy. */
  url: string
  /** Session cookies of the users who read; the first one also writes. */
  cookies: string[]
  reads: string[]
  vehicleIds: number[]
  serviceId: number
}

/** Four phones that write, and users who go through all reads, until `stop`. Records each failed request. */
export function startTraffic({ url, cookies, reads, vehicleIds, serviceId }: TrafficInput) {
  const failures: string[] = []
  let calls = 0
  let longestMs = 0
  let isStopped = false

  async function noted(what: string, request: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const startedAt = performance.now()
    calls++
    try {
      const response = await request()
      const { status } = response
      if (status >= 500 || status === 409) throw new Error(`${status} ${JSON.stringify(response.body)}`)
      return response
    } catch (error) {
      failures.push(`${what}: ${String(error)} ${String((error as Error).cause ?? '')}`)
      // The client sends it again.
      throw error
    } finally {
      longestMs = Math.max(longestMs, performance.now() - startedAt)
    }
  }

  const writer = clientOf(url, { cookie: cookies[0] ?? '' })
  const noting: Client = {
    ...writer,
    post: (path, ...rest) => noted(`POST ${path}`, () => writer.post(path, ...rest)),
    put: (path, ...rest) => noted(`PUT ${path}`, () => writer.put(path, ...rest)),
  }
  const sender = senderOf(noting, vehicleIds, serviceId)
  const stopWriting = sender.startWriting({ retryMs: 200 })

  async function read(cookie: string) {
    const reader = clientOf(url, { cookie })
    for (let i = 0; !isStopped; i++) {
      const path = reads[i % reads.length] ?? '/api/v4/ping'
      await noted(`GET ${path}`, () => reader.get(path)).catch(() => {})
      await sleep(READ_PAUSE_MS)
    }
  }
  const reading = Promise.all(cookies.map(read))

  return {
    failures,
    /** Ends the traffic. @returns the comparison of sent and stored entries and files */
    async stop(db: Database) {
      isStopped = true
      await Promise.all([reading, stopWriting()])
      if (!sender.entries.every(isAcknowledged)) throw new Error('An entry was not sent.')
      return {
        ...(await compare(db, filesOf(writer), sender.entries)),
        calls,
        longestMs: Math.round(longestMs),
      }
    },
  }
}
export type Traffic = ReturnType<typeof startTraffic>
