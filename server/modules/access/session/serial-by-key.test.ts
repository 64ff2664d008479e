import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serialByKey } from './serial-by-key.ts'

test('work of one key runs in order, one at a time; work of another key runs concurrently', async () => {
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

test('work is rejected if the queue is full or the wait too long, and blocks nothing', async () => {
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

test('the next work runs after a failure', async () => {
  const inTurn = serialByKey({ maxWaiting: 5, timeoutMs: 1000 })
  const failing = inTurn('a', async () => {
    throw new Error('no')
  })
  const next = inTurn('a', async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})
