import type { Page } from 'playwright/test'
import { expect, origin } from './fixtures.ts'
import { untilWorkerControls } from './worker.ts'

/** The typed fields of an entry; all others are constant. */
interface Typed {
  vehicle: { id: number }
  /** Name in the catalog. */
  service: string
  odometer?: string
  /** Address of the app, if it is not the usual one. */
  at?: string
}

/** Fills in the form for new maintenance, online or offline, without saving. */
export async function fillMaintenance(
  page: Page,
  { vehicle, service, odometer = '42100', at = origin() }: Typed,
): Promise<void> {
  await page.goto(`${at}/maintenance_history/new?vehicle=${vehicle.id}`)
  await page.getByRole('textbox', { name: /^Odometer/ }).fill(odometer)
  await page.getByRole('combobox', { name: /^Service/ }).fill(service)
  await page.getByRole('option', { name: service }).click()
  await page.getByRole('textbox', { name: /^Price/ }).fill('89.50')
  await page.getByRole('combobox', { name: /^Shop/ }).fill('Corner Garage')
}

/** Records maintenance and waits until the app confirms that it is stored. */
export async function recordMaintenance(page: Page, typed: Typed): Promise<void> {
  await fillMaintenance(page, typed)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText(/Saved on this (phone|computer|device)|Maintenance History created/).first(),
  ).toBeVisible()
}

/** Returns the chip in the header by its text. */
export const chip = (page: Page, state: string | RegExp) =>
  page.getByRole('banner').getByRole('button', { name: state })

/** Waits until this device has the fleet's data and the worker controls the page: one visit must be enough. */
export async function untilReadyForOffline(page: Page, at = origin()): Promise<void> {
  await page.goto(`${at}/dashboard`)
  await expect(page.getByText(/Data as of/)).toBeVisible({ timeout: 15_000 })
  await untilWorkerControls(page)
}
