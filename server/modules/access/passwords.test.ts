import { describe, expect, it } from 'vitest'
import { limitConcurrency } from '#server/concurrency.ts'
import type { Problem } from '#server/problem.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

describe('passwords (ruling 9, S-9)', () => {
  it('are kept as Argon2id with 19 MiB and two passes, each hash with a salt of its own', async () => {
    const [one, two] = [await hashPassword('hunter2'), await hashPassword('hunter2')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await verifyPassword('hunter2', one)).toBe(true)
    expect(await verifyPassword('hunter3', one)).toBe(false)
  })

  it('may be any Unicode, up to their last character, in any way of composing it', async () => {
    const long = `${'ß🚚'.repeat(80)}é`
    const hash = await hashPassword(long)
    expect(await verifyPassword(`${'ß🚚'.repeat(80)}e\u0301`, hash)).toBe(true)
    expect(await verifyPassword(`${'ß🚚'.repeat(80)}e`, hash)).toBe(false)
  })

  it('of nobody are never right, and take as long to check as those of somebody', async () => {
    const hash = await hashPassword('x')
    const time = async (stored: string | null) => {
      const begun = performance.now()
      expect(await verifyPassword('y', stored)).toBe(false)
      return performance.now() - begun
    }
    // The fastest of several, by turns: other work on the machine only ever adds, so a difference that stays is one.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let i = 0; i < 100 && !(unknown > known * 0.4 && unknown < known * 2.5); i++) {
      known = Math.min(known, await time(hash))
      unknown = Math.min(unknown, await time(null))
    }
    expect(unknown).toBeGreaterThan(known * 0.4)
    expect(unknown).toBeLessThan(known * 2.5)
  })
})

describe('works that take turns', () => {
  it('run two at a time; past a hundred waiting the next one is told to come back (503)', async () => {
    const inTurn = limitConcurrency({ running: 2, waiting: 100 })
    let [running, most] = [0, 0]
    const work = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return 'done'
    }
    const works = Array.from({ length: 110 }, () => inTurn(work).catch((error: Problem) => error.code))
    const answers = await Promise.all(works)
    expect(answers.filter((answer) => answer === 'unavailable')).toHaveLength(8)
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(102)
    expect(most).toBe(2)
    await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await inTurn(work)).toBe('done')
  })
})
