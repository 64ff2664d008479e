import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'

/** Menus, option lists and dialogs. */
const LAYER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

export const hasLayer = (page: Page): Promise<boolean> =>
  page.locator(`${LAYER} >> visible=true`).first().isVisible()

/** Waits for a menu or dialog, whose code may have to be loaded first. */
export const untilLayer = (page: Page): Promise<void> =>
  page.locator(LAYER).first().waitFor({ timeout: 10_000 })

/** Closes open layers with Escape; reloads the page if that fails. */
export async function closeLayers(page: Page): Promise<void> {
  for (let tries = 0; tries < 4 && (await hasLayer(page)); tries += 1) {
    await page.keyboard.press('Escape')
    for (let waits = 0; waits < 10 && (await hasLayer(page)); waits += 1) await sleep(50)
  }
  if (await hasLayer(page)) await page.reload()
}

/** Returns the user-visible state of a screen: text, states, values, focus and scroll position. */
export const snapshotOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const states = [
      'aria-expanded',
      'aria-pressed',
      'aria-selected',
      'aria-checked',
      'aria-sort',
      'aria-current',
    ]
    const ariaStates = [...document.querySelectorAll(states.map((state) => `[${state}]`).join(', '))].map(
      (element) => states.map((state) => element.getAttribute(state)).join(' '),
    )
    const values = [...document.querySelectorAll('input, select, textarea')].map((field) =>
      field instanceof HTMLInputElement ? `${field.value} ${field.checked}` : Reflect.get(field, 'value'),
    )
    const focus = document.activeElement?.closest('[id]')?.id
    return JSON.stringify([
      location.href,
      document.body.innerText,
      ariaStates,
      values,
      focus,
      scrollX,
      scrollY,
    ])
  })
