import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { FormatProvider, useFormat } from './FormatProvider.tsx'

vi.mock('./useLanguage.ts', () => ({ useLanguage: () => 'en' }))
afterEach(() => void vi.unstubAllEnvs())

function Time() {
  return useFormat().time('2026-01-15T17:00:00Z')
}

/** What the app shows for a fleet in New York, on a device in this zone. */
function shownIn(deviceZone: string): string {
  vi.stubEnv('TZ', deviceZone)
  return renderToStaticMarkup(
    <FormatProvider country="US" timeZone="America/New_York">
      <Time />
    </FormatProvider>,
  )
}

it('marks times with their zone after the device has moved to another one', () => {
  expect(shownIn('America/New_York')).toBe('12:00 PM')
  expect(shownIn('Europe/Paris')).toBe('12:00 PM EST')
  expect(shownIn('America/New_York')).toBe('12:00 PM')
})
