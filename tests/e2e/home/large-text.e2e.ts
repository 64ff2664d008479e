import type { Locator } from 'playwright/test'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { expect, origin, signInDirectly, test } from '#tests/e2e/support/fixtures.ts'
import { layoutFaults } from '#tests/e2e/support/layout-problems.ts'
import { openLoaded, PHONE } from '#tests/e2e/support/screens.ts'
import { anOpenOrder } from '#tests/support/orders.ts'

test.use(PHONE)

test('with text at 200 % nothing leaves a phone’s screen: list, form and bottom bar (WCAG 1.4.4, VEH-002)', async ({
  signedInPage: page,
}) => {
  await openLoaded(page, '/vehicles')
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    }),
  )
  for (const path of ['/vehicles', '/vehicles/new', '/dashboard']) {
    await page.goto(`${origin()}${path}`)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(await layoutFaults(page), path).toEqual([])
  }
  const bar = page.getByRole('navigation', { name: 'Main' }).last()
  for (const name of ['Dashboard', 'Vehicles', 'Services', 'Entries']) {
    const box = await bar.getByText(name, { exact: true }).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(PHONE.viewport.height)
  }
})

test('with large text the figures of a report can be scrolled to, and months stay in one piece (WCAG 1.4.4)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet({ timeZone: 'UTC' })
  const van = await build.vehicle(fleet, { name: 'Van 12' })
  await anOpenOrder(db, van, { status: 'paid', at: '2026-09-02T12:00:00Z', price: '123456.00' })
  await signInDirectly(context, build, await build.user(fleet))
  await page.goto(`${origin()}/reports?from=2026-09-01&to=2026-09-30`)
  const table = page.getByRole('table', { name: 'Cost by month' })
  for (const size of ['150%', '200%']) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, size)
    const amount = table.getByRole('cell', { name: '$123,456.00' }).first()
    await amount.scrollIntoViewIfNeeded()
    await expect(amount).toBeInViewport({ ratio: 0.95 })
    expect(await layoutFaults(page), size).toEqual([])
    const lines = await table.getByRole('rowheader', { name: /^September/ }).evaluate((cell) => {
      const range = document.createRange()
      const word = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode() as Text
      range.setStart(word, 0)
      range.setEnd(word, 'September'.length)
      return range.getClientRects().length
    })
    expect(lines, size).toBe(1)
  }
  const area = page.getByRole('group', { name: 'Cost by month' })
  await area.focus()
  await expect(area).toBeFocused()
  await expectAccessible(page)
})

test('with text at 200 % on the smallest phone the status chip shrinks and the account button does not', async ({
  signedInPage: page,
}) => {
  await openLoaded(page, '/vehicles')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const account = page.getByRole('button', { name: /^Account menu/ })
  for (const isOffline of [false, true]) {
    await page.context().setOffline(isOffline)
    // Once everything is sent, only the icon is shown, and the fleet's name gets the space.
    const chip = page.getByRole('banner').getByRole('button', { name: isOffline ? /Offline/ : /All sent/ })
    await expect(chip).toBeVisible()
    await expect(account).toBeInViewport({ ratio: 1 })
    expect((await layoutFaults(page)).filter((fault) => /window/.test(fault))).toEqual([])
  }
})

test('the smallest phone shows at least eleven characters of the fleet’s name next to the chip', async ({
  page,
  context,
  build,
}) => {
  const fleet = await build.fleet({ name: 'Northgate Refuse and Recycling' })
  await signInDirectly(context, build, await build.user(fleet))
  await page.setViewportSize({ width: 320, height: 640 })
  await openLoaded(page, '/vehicles')
  const name = page.getByRole('banner').getByText('Northgate Refuse and Recycling')
  const letters = await name.evaluate((box) => {
    const range = document.createRange()
    const text = box.firstChild as Text
    range.setStart(text, 0)
    range.setEnd(text, 11)
    return { needed: range.getBoundingClientRect().width, given: box.clientWidth }
  })
  expect(letters.given).toBeGreaterThanOrEqual(letters.needed)
})

test('with forced colors the current navigation item, the selected filter and the round button stand out', async ({
  signedInPage: page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openLoaded(page, '/vehicles')
  const style = (locator: Locator) =>
    locator.evaluate((element) => {
      const { backgroundColor, color, borderTopWidth, borderTopStyle } = getComputedStyle(element)
      return { ground: backgroundColor, color, border: borderTopStyle === 'none' ? '0px' : borderTopWidth }
    })
  const bar = page.getByRole('navigation', { name: 'Main' }).last()
  const current = await style(bar.locator('[aria-current="page"]'))
  expect(current.ground).not.toBe((await style(bar.getByRole('link', { name: 'Dashboard' }))).ground)
  const highlightText = await page.evaluate(() => {
    const sample = document.body.appendChild(document.createElement('span'))
    sample.style.cssText = 'color: HighlightText; forced-color-adjust: none'
    return getComputedStyle(sample).color
  })
  expect(current.color).toBe(highlightText)
  const round = bar.getByRole('link').filter({ hasText: 'Add' }).locator('div')
  expect((await style(round)).border).toBe('2px')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  const schemes = page.getByRole('group', { name: 'Appearance' }).getByRole('button')
  await schemes.last().click()
  const backgrounds = await Promise.all((await schemes.all()).map(style))
  expect(backgrounds.at(-1)?.ground).not.toBe(backgrounds[0]?.ground)
})
