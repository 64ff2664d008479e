import type { Page } from 'playwright/test'
import { expect, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, PHONE } from '../support/screens.ts'

declare global {
  interface Window {
    readAll?: () => void
  }
}

/** From the next load on, reads of all vehicles end when `window.readAll` is called. */
const holdReadsOfAll = (page: Page) =>
  page.addInitScript(() => {
    const wait = new Promise<void>((resolve) => {
      window.readAll = resolve
    })
    const { getAll } = IDBObjectStore.prototype
    IDBObjectStore.prototype.getAll = function (...args) {
      const request = getAll.apply(this, args)
      if (this.name !== 'vehicles') return request
      Object.defineProperty(request, 'onsuccess', {
        set(listener: (event: Event) => void) {
          const target = request
          request.addEventListener('success', (event) => {
            const held = new Proxy(event, {
              get: (_, key) => (key === 'target' ? target : key === 'stopPropagation' ? () => {} : undefined),
            })
            void wait.then(() => listener.call(request, held))
          })
        },
      })
      return request
    }
  })

for (const [name, screen, rows] of [
  ['a phone', PHONE, 'listitem'],
  ['a desktop', DESK, 'row'],
] as const)
  test.describe(`the first rows of the vehicle list on ${name}`, () => {
    test.use(screen)

    test('show as the last visit left them, also offline, until all vehicles are read', async ({
      page,
      context,
      build,
      owner,
    }) => {
      await signInDirectly(context, build, owner)
      await openLoaded(page, '/vehicles')
      const list = page.getByRole('main').getByLabel('Vehicles', { exact: true })
      const vehicle = list.getByRole(rows).filter({ hasText: 'Truck 3' })
      await expect(vehicle).toBeVisible()
      await expect
        .poll(() =>
          page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('first_rows'))),
        )
        .toBe(true)
      await holdReadsOfAll(page)
      await goOffline(page, context)
      await page.reload()
      await expect(vehicle).toBeVisible()
      await page.getByRole('searchbox', { name: 'Search vehicles' }).fill('truck 3')
      await expect(vehicle, 'a search waits for all vehicles').toHaveCount(0)
      await page.evaluate(() => window.readAll?.())
      await expect(vehicle).toBeVisible()
      await expect(list.getByText('Truck 2')).toHaveCount(0)
    })
  })
