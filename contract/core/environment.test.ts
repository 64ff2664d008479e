import { expect, it } from 'vitest'
import { ERROR_SAMPLE_RATE, environmentOf } from './environment.ts'

// CST-006
it('recognizes a staging host only by its second label', () => {
  expect(environmentOf('x.development.example.com')).toBe('staging')
  for (const host of ['x.example.com', 'development.example.com', 'localhost', 'x.y.development.example'])
    expect([host, environmentOf(host)]).toEqual([host, 'production'])
})

// CST-007
it('reports every failure', () => {
  expect(ERROR_SAMPLE_RATE).toBe(1)
})
