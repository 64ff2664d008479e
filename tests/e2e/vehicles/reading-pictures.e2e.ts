// Slideshow of a vehicle's readings: it advances automatically and pauses on hover.
import type { Locator, Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { otherRows } from '#tests/support/entries.ts'
import { expect, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openLoaded, PHONE } from '../support/screens.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

type Fixtures = Parameters<Parameters<typeof test>[2]>[0]

async function openPictures({
  page,
  context,
  build,
  db,
}: Pick<Fixtures, 'page' | 'context' | 'build' | 'db'>) {
  const fleet = await build.fleet({ flags: { telematics: true } })
  const vehicle = await build.vehicle(fleet)
  await db.query(sql`update vehicles set geotab_device_id = 'b1' where id = ${vehicle.id}`)
  await otherRows(db).snapshot(vehicle)
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  const pictures = page.getByRole('group', { name: 'Readings at a glance' })
  await pictures.scrollIntoViewIfNeeded()
  return pictures
}

const shown = (pictures: Locator, number: number) =>
  pictures.getByRole('group', { name: `${number} of 4`, exact: true })

/** Returns how often the picture changes within a time, and the delay of the first change. */
function changesWithin(page: Page, ms: number): Promise<{ count: number; firstMs: number }> {
  return page.evaluate(async (ms) => {
    const track = document.querySelector('[aria-roledescription="carousel"] [aria-live] > *')
    if (!track) throw new Error('No pictures')
    const begun = performance.now()
    const times: number[] = []
    const observer = new MutationObserver((records) => {
      if (records.some(({ oldValue }) => oldValue === 'true')) times.push(performance.now() - begun)
    })
    observer.observe(track, { subtree: true, attributeFilter: ['aria-hidden'], attributeOldValue: true })
    await new Promise((resolve) => setTimeout(resolve, ms))
    observer.disconnect()
    return { count: times.length, firstMs: times[0] ?? -1 }
  }, ms)
}

test.describe('on a desktop', () => {
  test.use(DESK)

  test('TEL-014, TEL-015: advances every three seconds, and pauses on hover', async ({
    page,
    context,
    build,
    db,
  }) => {
    const pictures = await openPictures({ page, context, build, db })
    await page.mouse.move(0, 0)
    const first = await changesWithin(page, 7000)
    expect(first.count).toBeGreaterThanOrEqual(2)
    expect(first.firstMs).toBeLessThanOrEqual(3500)
    await pictures.hover()
    expect(await changesWithin(page, 4000)).toEqual({ count: 0, firstMs: -1 })
  })

  test('can be paused and operated by keyboard (WCAG 2.2.2)', async ({ page, context, build, db }) => {
    const pictures = await openPictures({ page, context, build, db })
    await pictures.getByRole('button', { name: 'Pause the slideshow' }).click()
    await expect(pictures.getByRole('button', { name: 'Play the slideshow' })).toBeVisible()
    const number = Number(
      (await pictures.locator('[aria-hidden="false"]').getAttribute('aria-label'))?.[0] ?? '0',
    )
    await pictures.getByRole('button', { name: 'Next picture' }).press('Enter')
    await expect(shown(pictures, (number % 4) + 1)).toBeVisible()
    await pictures.getByRole('button', { name: 'Previous picture' }).press('Enter')
    await expect(shown(pictures, number)).toBeVisible()
  })

  test('does not move for users who prefer reduced motion', async ({ page, context, build, db }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const pictures = await openPictures({ page, context, build, db })
    await expect(shown(pictures, 1)).toBeVisible()
    expect(await changesWithin(page, 4000)).toEqual({ count: 0, firstMs: -1 })
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('TEL-016: swiping moves to the next one and back', async ({ page, context, build, db }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const pictures = await openPictures({ page, context, build, db })
    await expect(shown(pictures, 1)).toBeVisible()
    const box = await shown(pictures, 1).boundingBox()
    if (!box) throw new Error('No picture')
    const cdp = await context.newCDPSession(page)
    const y = box.y + box.height / 2
    const middle = box.x + box.width / 2
    const swipe = async (by: number) => {
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: middle, y }] })
      for (const step of [0.3, 0.6, 1])
        await cdp.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: [{ x: middle + by * step, y }],
        })
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe(-120)
    await expect(shown(pictures, 2)).toBeVisible()
    await swipe(120)
    await expect(shown(pictures, 1)).toBeVisible()
  })
})
