import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { PushMessage } from '#contract/home/push.ts'
import type { Client } from './client.ts'

const open = new Set<WebSocket>()

/** Closes all open channels after each test. */
export function closeChannels() {
  for (const socket of open) socket.terminate()
  open.clear()
}

/** Opens a push channel and records its messages. `closed` resolves to its close code. */
export function channel(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/cable`, { headers })
  open.add(socket)
  const messages: PushMessage[] = []
  const waiting: (() => void)[] = []
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)))
    for (const wake of waiting.splice(0)) wake()
  })
  const opened = new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  return {
    socket,
    messages,
    opened,
    closed,
    /** Resolves to the next message. */
    async next() {
      const count = messages.length
      while (messages.length === count) await new Promise<void>((resolve) => waiting.push(resolve))
      return messages.at(-1)
    },
    send: (message: unknown) => socket.send(JSON.stringify(message)),
  }
}

export interface Listener {
  user: { id: number }
  client: Client
}

/** Returns a single-use ticket for a client's session. */
export const ticketOf = async (client: Client, purpose = 'push'): Promise<string> =>
  (await client.post('/tickets', { purpose })).body.ticket

/** Opens a channel and waits until the server has accepted it. */
export async function listen(url: string, { user, client }: Listener) {
  const one = channel(url)
  await one.opened
  one.send({ type: 'hello', user_id: user.id, ticket: await ticketOf(client) })
  expect(await Promise.race([one.next(), one.closed])).toEqual({ type: 'ready' })
  return one
}
