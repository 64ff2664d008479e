import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { PUSH_CLOSE_CODES, PUSH_CONNECTIONS_MAX } from '#contract/home/push.ts'
import { type Connection, pushHub } from './hub.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A channel that records each message with its time, in milliseconds of the simulated clock. */
function channel(fleetId: number, session: string) {
  const begun = Date.now()
  const received: [type: string, afterMs: number][] = []
  let closed: [code: number, afterMs: number] | null = null
  const socket = {
    readyState: WebSocket.OPEN,
    bufferedAmount: 0,
    on: () => {},
    once: () => {},
    send: (text: string) => received.push([JSON.parse(text).type, Date.now() - begun]),
    close: (code: number) => {
      closed = [code, Date.now() - begun]
    },
  }
  const connection = { socket, userId: fleetId, fleetId, session } as unknown as Connection
  return { connection, received, closed: () => closed }
}

describe('the push hub', () => {
  it('sends the first change at once, and merges those that follow into one, a quarter of a second later (P-17)', () => {
    const hub = pushHub(async () => new Map())
    const [mine, foreign] = [channel(1, 'a'), channel(2, 'b')]
    hub.join(mine.connection)
    hub.join(foreign.connection)
    for (let i = 0; i < 100; i++) hub.changed(1)
    expect(mine.received).toEqual([
      ['ready', 0],
      ['changed', 0],
    ])
    vi.advanceTimersByTime(1000)
    expect(mine.received.slice(2)).toEqual([['changed', 250]])
    hub.changed(1)
    expect(mine.received.slice(3)).toEqual([['changed', 1000]])
    expect(foreign.received).toEqual([['ready', 0]])
    hub.stop()
  })

  it('counts no channel that closed before it joined', () => {
    const hub = pushHub(async () => new Map())
    for (let i = 0; i < PUSH_CONNECTIONS_MAX; i++) {
      const { connection } = channel(1, 'a')
      Object.assign(connection.socket, { readyState: WebSocket.CLOSED })
      expect(hub.join(connection)).toBe(false)
    }
    expect(hub.join(channel(1, 'a').connection)).toBe(true)
    hub.stop()
  })

  it('closes the channel of a session that ended, or that moved to another fleet, within two seconds (S-26)', async () => {
    const hub = pushHub(
      async () =>
        new Map([
          ['stays', 1],
          ['moved', 2],
        ]),
    )
    const [stays, moved, ended] = [channel(1, 'stays'), channel(1, 'moved'), channel(1, 'ended')]
    for (const { connection } of [stays, moved, ended]) hub.join(connection)
    await vi.advanceTimersByTimeAsync(2000)
    expect([stays.closed(), moved.closed(), ended.closed()]).toEqual([
      null,
      [PUSH_CLOSE_CODES.notSignedIn, 2000],
      [PUSH_CLOSE_CODES.notSignedIn, 2000],
    ])
    hub.stop()
  })
})
