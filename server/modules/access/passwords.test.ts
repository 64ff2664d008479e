import { describe, expect, it } from 'vitest'
import { limitConcurrency } from '#server/concurrency.ts'
import type { Problem } from '#server/problem.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

describe('passwords (ruling 9, S-9)', () => {
  it('are stored as Argon2id with 19 MiB and two passes, each hash with its own salt', async () => {
    const [first, second] = [await hashPassword('hunter2'), await hashPassword('hunter2')]
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(first).not.toBe(second)
    expect(await verifyPassword('hunter2', first)).toBe(true)
    expect(await verifyPassword('hunter3', first)).toBe(false)
  })

  it('may contain any Unicode to the last character, in any normalization form', async () => {
    const long = `${'ß🚚'.repeat(80)}é`
    const hash = await hashPassword(long)
    expect(await verifyPassword(`${'ß🚚'.repeat(80)}e\u0301`, hash)).toBe(true)
    expect(await verifyPassword(`${'ß🚚'.repeat(80)}e`, hash)).toBe(false)
  })

  it('of unknown users never match, and take as long to check as known ones', async () => {
    const hash = await hashPassword('x')
    const time = async (stored: string | null) => {
      const begun = performance.now()
      expect(await verifyPassword('y', stored)).toBe(false)
      return performance.now() - begun
    }
    // Takes the fastest of several alternating runs: other load only adds time, so a remaining difference is real.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let i = 0; i < 100 && !(unknown > known * 0.4 && unknown < known * 2.5); i++) {
      known = Math.min(known, await time(hash))
      unknown = Math.min(unknown, await time(null))
    }
    expect(unknown).toBeGreaterThan(known * 0.4)
    expect(unknown).toBeLessThan(known * 2.5)
  })
})

describe('limited concurrency', () => {
  it('runs two tasks at a time, and rejects with 503 beyond a hundred waiting', async () => {
    const inTurn = limitConcurrency({ running: 2, waiting: 100 })
    let [running, most] = [0, 0]
    const work = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return 'done'
    }
    const works = Array.from({ length: 110 }, () => inTurn(work).catch((error: Problem) => error.code))
    const results = await Promise.all(works)
    expect(results.filter((result) => result === 'unavailable')).toHaveLength(8)
    expect(results.filter((result) => result === 'done')).toHaveLength(102)
    expect(most).toBe(2)
    await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await inTurn(work)).toBe('done')
  })
})
