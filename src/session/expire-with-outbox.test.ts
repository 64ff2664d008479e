import { expect, test, vi } from 'vitest'
import type { OfflineAccess } from '#src/local-data/local-work.ts'
import { expireWithOutbox } from './expire-with-outbox.ts'

/** Opens an outbox whose status the test reports. */
function open() {
  let report: (status: { pausedFor: 'auth' | null }) => void = () => {}
  const status = {
    subscribe(listener: typeof report) {
      report = listener
      return () => {}
    },
  }
  const access = {
    current: () => ({ status: 'ready', offline: { outbox: { status } } }),
    subscribe: () => () => {},
  }
  const expire = vi.fn()
  expireWithOutbox(access as unknown as OfflineAccess, expire)
  return { expire, report: (pausedFor: 'auth' | null) => report({ pausedFor }) }
}

test('a pause from before the sign-in does not expire the new session (OFF-041)', () => {
  const { expire, report } = open()
  report('auth')
  report(null)
  expect(expire).not.toHaveBeenCalled()
})

test('a 401 to the outbox expires the session (OFF-041)', () => {
  const { expire, report } = open()
  report('auth')
  report(null)
  report('auth')
  expect(expire).toHaveBeenCalledOnce()
})
