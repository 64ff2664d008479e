import { expect, it } from 'vitest'
import { isWarm } from '#tools/bench/load/search.ts'

it('counts servers as warm when a step saves hardly any CPU time', () => {
  expect(isWarm([])).toBe(false)
  expect(isWarm([8])).toBe(false)
  expect(isWarm([8, 5])).toBe(false)
  expect(isWarm([8, 5, 4.9])).toBe(true)
  expect(isWarm([8, 5, 5.5])).toBe(true)
})
