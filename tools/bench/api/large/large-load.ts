// Runs one load that alternates between several requests, in a separate process. Prints its results as a line of JSON.
import autocannon from 'autocannon'
import type { LargeRequest } from './large-routes.ts'

export interface LargeLoadOptions {
  url: string
  token: string
  requests: LargeRequest[]
  connections: number
  seconds: number
}
export interface LargeLoadResult {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Failed responses and broken connections. */
  failed: number
  /** Number of responses by status, such as `{ 200: 5000, 503: 2 }`. */
  statuses: Record<string, number>
}

const { url, token, requests, connections, seconds }: LargeLoadOptions = JSON.parse(process.argv[2] ?? '{}')
const headers = { authorization: `Bearer ${token}`, 'app-name': 'wheelbook', accept: 'application/json' }
const {
  non2xx,
  errors,
  latency,
  requests: counted,
  statusCodeStats = {},
} = await autocannon({
  url,
  connections,
  duration: seconds,
  requests: requests.map(({ method, path, body }) => ({
    method,
    path,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })),
})
const figures: LargeLoadResult = {
  requestsPerSecond: counted.average,
  p50Ms: latency.p50,
  p99Ms: latency.p99,
  failed: non2xx + errors,
  statuses: Object.fromEntries(
    Object.entries(statusCodeStats).map(([status, { count }]) => [status, count ?? 0]),
  ),
}
process.stdout.write(JSON.stringify(figures))
