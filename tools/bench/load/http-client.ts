import { Agent, request } from 'node:http'
import type { CallResult, Outcome } from '#tools/bench/open-loop/send-on-schedule.ts'
import type { LoadRequest } from './api-calls.ts'
import type { LoadUser } from './world.ts'

/** After this, a call counts as timed out. The app waits longer, but its user does not. */
const TIMEOUT_MS = 10_000

export interface LoadResponse extends CallResult {
  /** Null unless the outcome is 'ok'. */
  body: string | null
}

/** Sends requests as different browsers behind one proxy. `node:http` costs a fraction of the CPU time of `fetch`. */
export function createHttpClient() {
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo' })
  /** Position of the last write of a user, which a browser sends with its next reads. */
  const positions = new Map<number, string>()

  return {
    send(baseUrl: string, user: LoadUser, { method, path, status, headers, body }: LoadRequest) {
      const position = positions.get(user.userId)
      const payload = body === undefined ? undefined : JSON.stringify(body)
      const { promise, resolve } = Promise.withResolvers<LoadResponse>()
      const sent = request(
        baseUrl + path,
        {
          method,
          agent,
          timeout: TIMEOUT_MS,
          headers: {
            accept: 'application/json',
            'app-name': 'wheelbook',
            'x-wheelbook-scope': `${user.fleetId}:${user.userId}`,
            'x-forwarded-for': `10.${(user.userId >> 16) & 255}.${(user.userId >> 8) & 255}.${user.userId & 255}`,
            cookie: `authentication_token=${user.token}${position ? `; write_position=${position}` : ''}`,
            ...(payload !== undefined && {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(payload)),
            }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.once('error', ({ message }) => resolve({ outcome: 'failed', body: null, why: message }))
          response.once('end', () => {
            const written = response.headers['set-cookie']?.find((text) => text.startsWith('write_position='))
            if (written) positions.set(user.userId, /=([^;]*)/.exec(written)?.[1] ?? '')
            const outcome = outcomeOf(response.statusCode, status)
            const text = Buffer.concat(chunks).toString()
            if (outcome === 'ok') resolve({ outcome, body: text })
            else resolve({ outcome, body: null, why: `${response.statusCode} ${codeIn(text)}` })
          })
        },
      )
      const timer = setTimeout(() => {
        resolve({ outcome: 'timed out', body: null })
        sent.destroy()
      }, TIMEOUT_MS)
      sent.once('error', ({ message }) => resolve({ outcome: 'failed', body: null, why: message }))
      sent.end(payload)
      return promise.finally(() => clearTimeout(timer))
    },
    close: () => agent.destroy(),
  }
}
export type HttpClient = ReturnType<typeof createHttpClient>

function outcomeOf(status: number | undefined, expected: number): Outcome {
  if (status === expected) return 'ok'
  return status === 429 || status === 503 ? 'refused' : 'failed'
}

/** Returns the error code of a response, if it has one. */
const codeIn = (text: string) => /"code":"([\w-]+)"/.exec(text)?.[1] ?? ''
