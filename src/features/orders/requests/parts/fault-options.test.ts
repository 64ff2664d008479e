import { expect, it } from 'vitest'
import { faultOptions } from './fault-options.ts'

const fault = (id: string, dateTime: string) => ({ id, dateTime, diagnostic: { name: `Fault ${id}` } })

it('each code is offered once, newest first, and a selected one stays available (TEL-031)', () => {
  const faults = [
    fault('P1', '2026-01-01T00:00:00Z'),
    fault('P2', '2026-01-03T00:00:00Z'),
    fault('P1', '2026-01-05T00:00:00Z'),
  ]
  expect(faultOptions(faults, [{ id: 'P9', name: 'Gone' }])).toEqual([
    { id: 'P1', name: 'Fault P1', at: '2026-01-05T00:00:00Z' },
    { id: 'P2', name: 'Fault P2', at: '2026-01-03T00:00:00Z' },
    { id: 'P9', name: 'Gone', at: null },
  ])
})
