// Runs one load on one route in a separate process with autocannon. Prints its results as a line of JSON.
import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { type BenchRoute, type BenchVehicle, historyBody } from './routes.ts'

export interface LoadOptions {
  url: string
  route: BenchRoute
  token: string
  seconds: number
  vehicles: BenchVehicle[]
  today: string
}

export interface LoadResult {
  requestsPerSecond: number
  p99Ms: number
  /** Responses with another status, and broken connections. */
  failed: number
}

const { url, route, token, seconds, vehicles, today }: LoadOptions = JSON.parse(process.argv[2] ?? '{}')
const headers = { authorization: `Bearer ${token}`, 'app-name': 'wheelbook', accept: 'application/json' }
let next = 0

/** Cycles through the vehicles, so that requests rarely conflict. */
function create(request: autocannon.Request): autocannon.Request {
  const vehicle = vehicles[next++ % vehicles.length]
  if (!vehicle) throw new RangeError('No vehicles')
  return {
    ...request,
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(historyBody(vehicle, today)),
  }
}

const result = await autocannon({
  url,
  connections: route.connections,
  duration: seconds,
  headers,
  requests: [
    {
      method: route.method,
      path: route.path + route.query,
      ...(route.method === 'POST' ? { setupRequest: create } : {}),
    },
  ],
})
const good = result.statusCodeStats?.[`${route.status}`]?.count ?? 0
const figures: LoadResult = {
  requestsPerSecond: good / result.duration,
  p99Ms: result.latency.p99,
  failed:
    result['1xx'] + result['2xx'] + result['3xx'] + result['4xx'] + result['5xx'] - good + result.errors,
}
process.stdout.write(JSON.stringify(figures))
