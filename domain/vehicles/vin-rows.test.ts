import { expect, it } from 'vitest'
import { createVinRows } from './vin-rows.ts'

const CHARACTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ'

it('finds the row of each VIN, and of no other', () => {
  const rows = createVinRows()
  const added = new Map<string, number>()
  const vinOf = (i: number) => {
    let [rest, vin] = [(i + 1) * 48_271 * 7919, '']
    for (; vin.length < 17; rest = Math.floor(rest / 33) + i * 31) vin += CHARACTERS[rest % 33]
    return vin
  }
  for (let i = 0; i < 30_000; i++) {
    // Every third one differs from the one before only in its last characters.
    const before = i % 3 === 2 ? vinOf(i - 1).slice(0, 15) : undefined
    const vin = before ? `${before}${CHARACTERS[i % 33]}${CHARACTERS[Math.floor(i / 33) % 33]}` : vinOf(i)
    expect(rows.get(vin)).toBe(added.get(vin))
    if (added.has(vin)) continue
    rows.add(vin, i + 1)
    added.set(vin, i + 1)
  }
  expect(added.size).toBeGreaterThan(29_000)
  for (const [vin, row] of added) if (rows.get(vin) !== row) expect(vin).toBe(`row ${row}`)
})

it('has no row for a text that is no VIN', () => {
  const rows = createVinRows()
  rows.add('0000000000000000A', 1)
  for (const text of ['', 'A', '-000000000000000A', '00000000000000000A', '000000000000000-A'])
    expect(rows.get(text)).toBeUndefined()
})
