import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serialByKey } from './serial-by-key.ts'

test('work of one key runs one after the other, in order; that of another key beside it', async () => {
  const inTurn = serialByKey({ maxWaiting: 10, timeoutMs: 1000 })
  const log: string[] = []
  const work = (name: string) => async () => {
    log.push(`${name} begins`)
    await sleep(5)
    log.push(`${name} ends`)
  }
  await Promise.all([inTurn('a', work('a1')), inTurn('a', work('a2')), inTurn('b', work('b1'))])
  expect(log.filter((line) => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
  expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a1 ends'))
})

test('who would wait behind too many, or for too long, is refused and holds nobody up', async () => {
  const inTurn = serialByKey({ maxWaiting: 1, timeoutMs: 20 })
  let finish = () => {}
  const long = inTurn('a', () => new Promise<void>((resolve) => (finish = resolve)))
  const late = inTurn('a', async () => 'late')
  await expect(inTurn('a', async () => 'third')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(late).rejects.toMatchObject({ code: 'unavailable' })
  finish()
  await long
  expect(await inTurn('a', async () => 'again')).toBe('again')
})

test('work that fails lets the next one run', async () => {
  const inTurn = serialByKey({ maxWaiting: 5, timeoutMs: 1000 })
  const failing = inTurn('a', async () => {
    throw new Error('no')
  })
  const next = inTurn('a', async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})
