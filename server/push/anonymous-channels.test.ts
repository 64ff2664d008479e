import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { anonymousChannels } from './anonymous-channels.ts'

function aSocket() {
  const socket = { isGone: false, terminate: () => Object.assign(socket, { isGone: true }) }
  return socket
}
const enterFrom = (strangers: ReturnType<typeof anonymousChannels>, address: string, count: number) =>
  Array.from({ length: count }, () => {
    const socket = aSocket()
    return { socket, leave: strangers.enter(socket as unknown as WebSocket, address) }
  })
const open = (many: { socket: { isGone: boolean } }[]) => many.filter(({ socket }) => !socket.isGone).length

test('an address that keeps opening silent channels loses its own oldest ones only', () => {
  const strangers = anonymousChannels({ ofAddressMax: 100, max: 1000 })
  const [other] = enterFrom(strangers, '198.51.100.1', 1)
  const flood = enterFrom(strangers, '203.0.113.1', 600)
  expect(open(flood)).toBe(100)
  expect(flood.at(-1)?.socket.isGone).toBe(false)
  expect(other?.socket.isGone).toBe(false)
})

test('many such addresses fill the server, yet an address with few channels is admitted', () => {
  const strangers = anonymousChannels({ ofAddressMax: 100, max: 1000 })
  const floods = Array.from({ length: 20 }, (_, i) => enterFrom(strangers, `203.0.113.${i}`, 100))
  const [other] = enterFrom(strangers, '198.51.100.1', 1)
  enterFrom(strangers, '203.0.113.99', 100)
  expect(other?.socket.isGone).toBe(false)
  expect(open([...floods.flat(), ...(other ? [other] : [])])).toBeLessThanOrEqual(1000)
})

test('an authenticated channel frees its slot and is never dropped', () => {
  const strangers = anonymousChannels({ ofAddressMax: 2, max: 10 })
  const [known] = enterFrom(strangers, '203.0.113.1', 1)
  known?.leave()
  known?.leave()
  enterFrom(strangers, '203.0.113.1', 5)
  expect(known?.socket.isGone).toBe(false)
})
