import { senderOf } from '#tests/api/core/kills.sender.ts'
import { builders } from '#tests/support/builders.ts'
import { type ApiResponse, type Client, clientOf } from '#tests/support/client.ts'
import { vinOf } from '#tests/support/vins.ts'
import type { World } from './world.ts'

/** Longer than any server answers. The app gives up earlier and sends again. */
const REQUEST_TIMEOUT_MS = 60_000

/**
 * Client whose requests go through the proxy. The proxy's own errors count as no response, as they do for the app. Every
 * request without a response, or with a 5xx response, is noted.
 */
function throughProxy(client: Client, note: (failure: string) => void, took: (ms: number) => void): Client {
  async function responseOf(call: Parameters<Client['send']>): Promise<ApiResponse> {
    const late = new Promise<never>((_done, fail) =>
      setTimeout(() => fail(new Error('No answer within a minute.')), REQUEST_TIMEOUT_MS).unref(),
    )
    const response = await Promise.race([client.send(...call), late])
    if (response.status === 502 || response.status === 504)
      throw new Error(`The proxy had no server (${response.status}).`)
    return response
  }
  const send: Client['send'] = async (...call) => {
    const what = `${call[0]} ${call[1]}`
    const startedAt = performance.now()
    const response = await responseOf(call).catch((error: Error) => {
      note(`${what}: ${error.message}`)
      throw error
    })
    took(performance.now() - startedAt)
    if (response.status >= 500) note(`${what}: ${response.status} ${response.body?.code}`)
    return response
  }
  const v4 = (path: string) => `/api/v4${path}`
  return {
    send,
    get: (path, headers) => send('GET', v4(path), undefined, headers),
    post: (path, body, headers) => send('POST', v4(path), body, headers),
    put: (path, body, headers) => send('PUT', v4(path), body, headers),
    delete: (path, headers) => send('DELETE', v4(path), undefined, headers),
  }
}

/** Creates a fleet, and returns what its phones and managers need, before they start. */
export async function createUsers({ databases: { db }, url }: World) {
  const build = builders(db)
  const fleet = await build.fleet()
  const cookie = `authentication_token=${await build.session(await build.user(fleet))}`
  const vehicles = await Promise.all(Array.from({ length: 14 }, () => build.vehicle(fleet, { vin: vinOf() })))
  const service = await build.service()
  let failures: string[] = []
  let slowestMs = 0
  const client = throughProxy(
    clientOf(url, { cookie }),
    (failure) => failures.push(failure),
    (ms) => {
      slowestMs = Math.max(slowestMs, ms)
    },
  )
  const [first = 0, second = 0, ...ofPhones] = vehicles.map(({ id }) => id)
  return {
    client,
    sender: senderOf(client, ofPhones, service.id),
    /** Vehicles that no phone writes to. */
    ofManagers: [first, second],
    /** Forgets failed and slow requests. */
    forget() {
      failures = []
      slowestMs = 0
    },
    /** Returns how long the slowest response took. */
    slowestMs: () => Math.round(slowestMs),
    failures: () => failures,
  }
}
