import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FairTurns } from './fair-turns.ts'

/** Pieces of work that end on command, and the order in which they began. */
function worksite(options: { max: number; maxPerFleet: number }) {
  const turns = new FairTurns(options)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const requestTurn = (fleetId: number, name: string) =>
    turns.run(fleetId, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  async function end(name: string) {
    ends.get(name)?.()
    await settle()
  }
  return { begun, requestTurn, end, settle }
}

it('a fleet with much work lets another go in between', async () => {
  const { begun, requestTurn, end, settle } = worksite({ max: 1, maxPerFleet: 1 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void requestTurn(1, name)
  void requestTurn(2, 'b1')
  void requestTurn(3, 'c1')
  void requestTurn(2, 'b2')
  await settle()
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

it('one fleet alone uses at most its share, although there is room', async () => {
  const { begun, requestTurn, end, settle } = worksite({ max: 4, maxPerFleet: 2 })
  for (const name of ['a1', 'a2', 'a3']) void requestTurn(1, name)
  void requestTurn(2, 'b1')
  await settle()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('failed work frees its turn, and its caller gets the error', async () => {
  const turns = new FairTurns({ max: 1, maxPerFleet: 1 })
  const failing = turns.run(1, async () => {
    throw new Error('broken')
  })
  const next = turns.run(2, async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

it('for random work, no limit is exceeded and everything runs once', async () => {
  const works = fc.array(fc.record({ fleet: fc.nat(4), ticks: fc.nat(5), fails: fc.boolean() }), {
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(
      works,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      async (all, max, own) => {
        const turns = new FairTurns({ max, maxPerFleet: own })
        const running = new Map<number, number>()
        let count = 0
        const results = await Promise.allSettled(
          all.map(({ fleet, ticks, fails }) =>
            turns.run(fleet, async () => {
              running.set(fleet, (running.get(fleet) ?? 0) + 1)
              expect(running.get(fleet)).toBeLessThanOrEqual(own)
              expect([...running.values()].reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(max)
              for (let i = 0; i < ticks; i++) await Promise.resolve()
              running.set(fleet, (running.get(fleet) ?? 0) - 1)
              count++
              if (fails) throw new Error('broken')
            }),
          ),
        )
        expect(count).toBe(all.length)
        expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(
          all.filter(({ fails }) => fails).length,
        )
      },
    ),
  )
})
