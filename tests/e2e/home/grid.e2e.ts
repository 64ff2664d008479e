import { GRID_PAGE, GRID_REDRAW_DELAY_MS, SHORT_GRID_PAGE } from '#domain/core/limits.ts'
import { expect, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openLoaded } from '../support/screens.ts'

test.use(DESK)

test('a grid shows ten rows per page and redraws once, half a second after the window was resized', async ({
  page,
  context,
  build,
}) => {
  // CST-001, CST-002
  expect([GRID_REDRAW_DELAY_MS, GRID_PAGE, SHORT_GRID_PAGE]).toEqual([500, 10, 5])
  const fleet = await build.fleet()
  for (let each = 1; each <= 11; each++) await build.vehicle(fleet, { name: `Unit ${each}` })
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, `/vehicles?size=${GRID_PAGE}`)
  const header = page.getByRole('columnheader', { name: 'Vehicle', exact: true })
  await expect(header).toBeVisible()
  await expect(page.getByRole('rowgroup').getByRole('row').filter({ hasText: /Unit/ })).toHaveCount(10)
  const before = (await header.boundingBox())?.width

  await page.evaluate(() => {
    const seen = { resized: 0, drawn: [] as number[] }
    Object.assign(window, { seen })
    addEventListener('resize', () => {
      seen.resized = performance.now()
    })
    const cell = document.querySelector('[role=columnheader][data-field=name]')
    if (!cell) throw new Error('no header')
    let width = cell.clientWidth
    new MutationObserver(() => {
      if (cell.clientWidth === width) return
      width = cell.clientWidth
      seen.drawn.push(performance.now())
    }).observe(cell, { attributes: true, attributeFilter: ['style'] })
  })
  await page.setViewportSize({ width: 1900, height: 900 })
  await expect.poll(async () => (await header.boundingBox())?.width).not.toBe(before)
  await page.waitForTimeout(1000)
  const { resized, drawn } = await page.evaluate(
    () => (window as unknown as { seen: { resized: number; drawn: number[] } }).seen,
  )
  expect(drawn).toHaveLength(1)
  expect((drawn[0] ?? 0) - resized).toBeGreaterThanOrEqual(GRID_REDRAW_DELAY_MS - 50)

  // Decision 88: the window has no room for all columns.
  await page.setViewportSize({ width: 1000, height: 900 })
  const note = page.getByText(/columns do not fit this window: .*Cost per mile/)
  await expect(note).toBeVisible()
  const cost = page.getByRole('columnheader', { name: 'Cost per mile' })
  await expect(cost).toHaveCount(0)
  await note.getByRole('button', { name: 'Show all columns' }).click()
  await expect(note).toBeHidden()
  await page.reload()
  await expect(cost).toBeAttached()
  await expect(note).toBeHidden()
})
