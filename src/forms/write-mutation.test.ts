import { MutationObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiFailure, type FailureCode } from '#src/api/failure.ts'
import { createQueryClient } from '#src/api/query-client.ts'
import { type WriteContext, type WriteOptions, writeMutation } from './write-mutation.ts'

const failure = (status: number, code: FailureCode, fields = {}) =>
  new ApiFailure({ status, code, messages: [], fields })

/** Runs a write several times, with one outcome each. Returns the headers that were sent. */
async function sent(
  outcomes: readonly (ApiFailure | 'ok')[],
  inputs: readonly string[] = outcomes.map(() => 'a'),
  options: Partial<WriteOptions<string, unknown>> = {},
): Promise<WriteContext[]> {
  const contexts: WriteContext[] = []
  const write = new MutationObserver(
    createQueryClient(),
    writeMutation<string, unknown>({
      call: async (_, context) => {
        const outcome = outcomes[contexts.push(context) - 1]
        if (outcome !== 'ok') throw outcome
      },
      ...options,
    }),
  )
  for (const input of inputs) await write.mutate(input).catch(() => {})
  return contexts
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('a retry without a known outcome has the same idempotency key', async () => {
  const [first, second, third] = await sent([failure(0, 'timeout'), failure(503, 'refused'), 'ok'])
  expect(second).toEqual(first)
  expect(third).toEqual(first)
})

test('an ended session decides nothing: the retry after signing in has the same key', async () => {
  const [first, second, third] = await sent([failure(0, 'network'), failure(401, 'not_signed_in'), 'ok'])
  expect(second).toEqual(first)
  expect(third).toEqual(first)
})

test('after success, and after a definite rejection, the next attempt has a new key', async () => {
  const [first, second, third] = await sent(['ok', failure(422, 'validation'), 'ok'])
  expect(new Set([first?.key, second?.key, third?.key]).size).toBe(3)
})

test('another input is another attempt, unless the write has its own rule', async () => {
  const lost = failure(0, 'network')
  const [first, second] = await sent([lost, lost], ['a', 'b'])
  expect(second?.key).not.toBe(first?.key)
  const [third, fourth] = await sent([lost, lost], ['a', 'b'], { attemptOf: () => 'create' })
  expect(fourth?.key).toBe(third?.key)
})

test('a key of the input is the idempotency key, and identifies the attempt', async () => {
  const lost = failure(0, 'network')
  const keyOf = (input: string) => `key of ${input}`
  const contexts = await sent([lost, 'ok', lost], ['a', 'a', 'b'], { keyOf })
  expect(contexts.map(({ key }) => key)).toEqual(['key of a', 'key of a', 'key of b'])
})

test('an attempt keeps the revision that the user saw when it began', async () => {
  expect(await sent(['ok'], ['a'], { rev: 7 })).toMatchObject([{ ifMatch: 7 }])
  expect(await sent(['ok'])).not.toMatchObject([{ ifMatch: expect.anything() }])
})

test('data is refreshed after success and after a rejection that names no fields', async () => {
  const refresh = vi.fn(async () => Promise.reject(new Error('no connection')))
  await sent(['ok', failure(412, 'stale')], ['a', 'a'], { refresh })
  expect(refresh).toHaveBeenCalledTimes(2)
  await sent([failure(422, 'validation', { name: ['required'] }), failure(0, 'network')], ['a', 'a'], {
    refresh,
  })
  expect(refresh).toHaveBeenCalledTimes(2)
})
