import i18next from 'i18next'
import { use } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { useTexts } from './useTexts.ts'

vi.mock('react', async (original) => ({ ...(await original<typeof import('react')>()), use: vi.fn() }))
vi.mock('./useLanguage.ts', () => ({ useLanguage: () => 'en' }))

const passed = () => vi.mocked(use).mock.calls.map(([promise]) => promise)

beforeAll(async () => {
  await i18next
    .use({ type: 'backend', read: async (_language: string, _namespace: string) => ({ title: 'Text' }) })
    .init({ lng: 'en', fallbackLng: false, ns: ['common'], defaultNS: 'common' })
})

it('suspends with the same promise until the texts are loaded, and passes it again when React replays', async () => {
  useTexts('history')
  useTexts('history')
  await passed()[0]
  expect(i18next.hasLoadedNamespace('history')).toBe(true)
  // Without this call, React takes the replay of a first render for an update and throws error 467.
  const t = useTexts('history')
  expect(passed()).toHaveLength(3)
  expect(new Set(passed()).size).toBe(1)
  expect(t('history:title' as never)).toBe('Text')
})

it('does not suspend for texts that were loaded before', async () => {
  await i18next.loadNamespaces('orders')
  vi.mocked(use).mockClear()
  useTexts('orders')
  expect(passed()).toEqual([])
})
