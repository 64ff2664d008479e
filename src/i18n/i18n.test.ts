import i18next from 'i18next'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { changeLanguage, currentLanguage, loadNamespaces, startI18n } from './i18n.ts'

vi.mock('#src/lib/device-kind.ts', () => ({ thisDeviceKind: () => 'phone' }))

/** How many requests for each file fail from now on. */
let failures: number
const requested: string[] = []

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', { getItem: () => 'en' })
  vi.stubGlobal('navigator', { languages: ['en'], onLine: true })
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address)
    if (failures-- > 0) throw new TypeError('Failed to fetch')
    return Response.json({ title: 'Text', unknownCode: 'Unknown' })
  })
  failures = 0
  await startI18n()
})
afterEach(() => void vi.useRealTimers())

/** Lets time pass until the promise is settled. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  promise.then(end, end)
  while (!isDone) {
    await vi.advanceTimersByTimeAsync(100)
    await new Promise(setImmediate)
  }
  return promise
}

it('asks again for texts whose request was lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  failures = 2
  await settled(loadNamespaces('history'))
  expect(requested.filter((address) => address.includes('history'))).toHaveLength(3)
  expect(i18next.t('history:title' as never)).toBe('Text')
})

it('rejects if texts cannot be loaded, and loads them at the next call', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  failures = Number.POSITIVE_INFINITY
  await expect(settled(loadNamespaces('orders'))).rejects.toThrow('Texts that could not be loaded: orders')
  failures = 0
  await settled(loadNamespaces('orders'))
  expect(i18next.t('orders:title' as never)).toBe('Text')
})

it('keeps the language, and stores none, if the texts of the new one cannot be loaded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const setItem = vi.fn()
  vi.stubGlobal('localStorage', { getItem: () => 'en', setItem })
  failures = Number.POSITIVE_INFINITY
  await expect(settled(changeLanguage('fr'))).rejects.toThrow('Texts that could not be loaded')
  expect([currentLanguage(), setItem.mock.calls]).toEqual(['en', []])
  failures = 0
  await settled(changeLanguage('fr'))
  expect([currentLanguage(), setItem.mock.calls]).toEqual(['fr', [['language', 'fr']]])
  for (const name of ['common', 'history', 'orders']) expect(i18next.hasResourceBundle('fr', name)).toBe(true)
})

it('has a text for a code of a newer server that it does not know, unless the caller has one (ERR-012)', () => {
  expect(i18next.t('history:reason.new_code' as never)).toBe('Unknown')
  expect(i18next.t('history:reason.new_code' as never, { defaultValue: 'Other reason' })).toBe('Other reason')
  expect(i18next.exists('history:reason.new_code')).toBe(false)
})
