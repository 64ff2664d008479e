import { MutationObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '#src/api/query-client.ts'
import { writeMutation } from '#src/forms/write-mutation.ts'
import { applyOptions } from './useApplyPromotion.ts'

test('a promotion triggers one event when it is requested and one when it failed', async () => {
  // SHP-026
  vi.stubGlobal('location', { origin: 'http://fleet.example' })
  vi.stubGlobal('document', { getElementById: () => null, querySelector: () => null })
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  const client = createQueryClient()
  const events: string[] = []
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.mutation.options.mutationKey?.[0] !== 'promotions') return
    events.push(event.action.type)
  })
  const apply = new MutationObserver(client, writeMutation(applyOptions(client, 7)))
  await expect(apply.mutate({ code: 'TENTH' })).rejects.toMatchObject({ name: 'ApiFailure' })
  expect(events).toEqual(['pending', 'error'])
  vi.unstubAllGlobals()
})
