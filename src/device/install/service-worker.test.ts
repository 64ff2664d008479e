import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ORIGIN = 'http://fleet.example'

/** A page without a controller, as after a forced reload (Ctrl+F5), for which a new version is waiting. */
function aPage() {
  const waiting = Object.assign(new EventTarget(), {
    scriptURL: `${ORIGIN}/sw.js`,
    state: 'installed',
    postMessage: vi.fn(),
  })
  const registration = Object.assign(new EventTarget(), { waiting, active: null, installing: null })
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: null,
    register: async () => registration,
  })
  const location = { origin: ORIGIN, href: `${ORIGIN}/dashboard`, reload: vi.fn() }
  vi.stubGlobal('navigator', { serviceWorker, onLine: true })
  vi.stubGlobal('location', location)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { readyState: 'complete' }))
  return { waiting, serviceWorker, location }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('DEV', false)
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

async function start() {
  const app = await import('./service-worker.ts')
  app.startServiceWorker()
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.dynamicImportSettled()
  await vi.waitUntil(() => app.updateStore.isReady())
  return app
}

test('a new version is applied by a click after a forced reload too, and only then reloads the page', async () => {
  // OFF-047
  const { waiting, serviceWorker, location } = aPage()
  const app = await start()
  app.applyUpdate()
  expect(waiting.postMessage.mock.calls[0]?.[0]).toEqual({ type: 'SKIP_WAITING' })
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  expect(location.reload).toHaveBeenCalledTimes(1)
})

test('the first worker of a page only claims it', async () => {
  const { serviceWorker, location } = aPage()
  await start()
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  expect(location.reload).not.toHaveBeenCalled()
})
