import { afterEach, expect, test, vi } from 'vitest'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { reportRejections } from './report-rejections.ts'

afterEach(() => vi.unstubAllGlobals())

test('API-018: an entry that the server refuses is reported once; earlier rejections are not', () => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response())
  vi.stubGlobal('location', { host: 'fleet.example' })
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('__APP_VERSION__', '1.2.3')
  const page = JSON.stringify({ errorReportUrl: 'https://reports.example/in' })
  vi.stubGlobal('document', { getElementById: () => ({ textContent: page }) })
  let emit: (entries: readonly WaitingEntry[]) => void = () => {}
  reportRejections({
    subscribe: (listener) => {
      emit = listener
      return () => {}
    },
  })
  const entry = (opId: string, state: string) =>
    ({ opId, state, kind: 'history.create', trouble: { code: 'validation', status: 422 } }) as WaitingEntry
  emit([entry('old', 'rejected'), entry('new', 'pending')])
  expect(fetch).not.toHaveBeenCalled()
  emit([entry('old', 'rejected'), entry('new', 'rejected')])
  emit([entry('new', 'rejected')])
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toMatchObject({
    code: 'validation',
    status: 422,
    path: '/outbox/history.create',
  })
})
