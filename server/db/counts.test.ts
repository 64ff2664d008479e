import { expect, it } from 'vitest'
import { largeCounts } from './counts.ts'

it('caches a large count for ten seconds, and counts a small one each time', async () => {
  let time = 0
  const counts = largeCounts(() => time)
  expect(await counts('a', async () => 10_001)).toBe(10_001)
  expect(await counts('a', async () => 20_000)).toBe(10_001)
  expect(await counts('b', async () => 3)).toBe(3)
  expect(await counts('b', async () => 4)).toBe(4)
  time = 10_000
  expect(await counts('a', async () => 20_000)).toBe(20_000)
})
