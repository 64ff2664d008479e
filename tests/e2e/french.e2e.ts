import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { isOpenAddress } from '#src/app/sign-in-address.ts'
import { otherRows } from '#tests/support/entries.ts'
import { anEntry } from './maintenance/entry.ts'
import { addressesOfTheApp } from './support/addresses.ts'
import { axeFindings } from './support/axe.ts'
import { englishLeftovers, isRawKey } from './support/english.ts'
import { expect, origin, signInDirectly, test } from './support/fixtures.ts'
import { layoutFaults, textsOn } from './support/layout-problems.ts'
import { openInside } from './support/screens.ts'

// Every screen in French on the smallest phone: nothing cut off, no raw key, no English (BRD-023, BRD-027, OFF-031).

test.use({
  viewport: { width: 320, height: 640 },
  hasTouch: true,
  isMobile: true,
  locale: 'fr-CA',
  serviceWorkers: 'block',
})

const isEnglish = englishLeftovers()

/** Host of the French-speaking brand, in Canada. */
const at = () => origin('boreal')

async function faultsOf(page: Page): Promise<string[]> {
  const words = await textsOn(page)
  return [
    ...(await layoutFaults(page)),
    ...words.filter(isRawKey).map((word) => `raw key: ${word}`),
    ...words.filter(isEnglish).map((word) => `English: ${word}`),
  ]
}

const load = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${at()}${path}`)
}

/** Opens a URL and waits until its screen has settled. Returns whether it is the requested one. */
async function opens(page: Page, path: string, open = load): Promise<boolean> {
  await open(page, path)
  // A dialog with its own URL hides the heading behind it.
  const heading = page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog').getByRole('heading'))
  await expect(heading.first()).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/^Chargement/)).toHaveCount(0)
  await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root'))
  return new URL(page.url()).pathname === path.split('?')[0]
}

/** Checks each URL that has a screen. Returns the findings by URL. */
async function look(page: Page, paths: string[], open = load): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    if (!(await opens(page, path, open))) continue
    const faults = await faultsOf(page)
    // For vehicles axe also runs in French; the dashboard's own test does the same.
    if (/^\/(vehicles(\/\d+)?|recalls)$/.test(path)) faults.push(...(await axeFindings(page)))
    if (faults.length > 0) found[path] = faults
  }
  return found
}

const lastOf = (path: string) => (path === '/sign_out' ? 1 : 0)
const signOutLast = (paths: string[]) => [...paths].sort((a, b) => lastOf(a) - lastOf(b))

test('detects what it looks for: cut text, overlapping buttons, keys, English', async ({ page }) => {
  await page.setContent(`
    <meta name="viewport" content="width=device-width" />
      <p style="width: 4em; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Entretiens à faire</p>
      <p style="width: 4em; overflow: hidden; white-space: nowrap" title="Nom du parc">Nom du parc</p>
      <p style="height: 1em; overflow: hidden; line-height: 1.2; width: 6em">Un texte de trois lignes au moins</p>
      <p style="white-space: nowrap">${'Un texte sans fin '.repeat(5)}</p>
      <button style="width: 90px">Garder</button><button style="margin-left: -40px">Jeter</button>
      <p>history:form.odometer.label</p><img alt="Try again" />`)
  expect((await faultsOf(page)).map((fault) => fault.split(/[:0-9]/)[0]?.trim())).toEqual([
    'the page is',
    'cut off',
    'cut off',
    'outside of the window',
    'overlap',
    'raw key',
    'English',
  ])
})

test('every screen before sign-in is in French and fits 320 px', async ({ page }) => {
  test.slow()
  const paths = addressesOfTheApp({
    vehicleId: 1,
    historyId: crypto.randomUUID(),
    orderId: 1,
    shopId: 1,
    methodId: 1,
    fleetId: 1,
    userId: 1,
  })
  // All others redirect to the first of them.
  const open = paths.filter((path) => path === '/sign_in' || isOpenAddress(path))
  const found = await look(page, [
    ...open,
    '/sign_in?error_message=Compte%20ferm%C3%A9',
    '/reset_password?reset_password_token=abc',
    '/reset_password?first=true&reset_password_token=abc',
  ])
  expect(found).toEqual({})
})

test('every screen after sign-in is in French and fits 320 px', async ({ page, context, build, db }) => {
  test.slow()
  const fleet = await build.fleet({
    country: 'CA',
    name: 'Transports de la Haute-Gatineau',
    flags: { telematics: true },
  })
  const owner = await build.user(fleet, { language: 'fr' })
  const vehicle = await build.vehicle(fleet, { name: 'Fourgonnette 12', odometer: 84_210 })
  await db.query(sql`
    update vehicles set geotab_device_id = 'b1', engine = '3.5L 6 cyl Gasoline', license_plate_number = 'ABC123',
      license_plate_state = 'QC' where id = ${vehicle.id}`)
  const entry = await anEntry({
    build,
    owner,
    vehicle,
    files: 1,
    given: { custom_shop_name: 'Garage du coin' },
  })
  await otherRows(db).interval(vehicle, { name: 'Vidange d’huile', tag: 'Past Due', dueDate: '2026-01-31' })
  const order = await otherRows(db).order(vehicle)
  await otherRows(db).snapshot(vehicle)
  await signInDirectly(context, build, owner, at())
  await opens(page, '/dashboard')
  await expect(page.getByText(/Données de/)).toBeVisible({ timeout: 20_000 })

  // Also texts that the provider and the catalog supply in English (TEL-011).
  await opens(page, `/vehicles/${vehicle.id}`)
  await expect(page.getByText('Ratés d’allumage sur plusieurs cylindres (P0300)').first()).toBeVisible()
  await expect(page.getByText('3,5\u00a0L 6\u00a0cyl. essence', { exact: true })).toBeVisible()
  await opens(page, `/vehicles/${vehicle.id}/edit`)
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Suivant' }).click()
  await expect(form.getByLabel('Moteur')).toHaveValue('3,5\u00a0L 6\u00a0cyl. essence')

  const paths = addressesOfTheApp({
    vehicleId: vehicle.id,
    historyId: entry.id,
    orderId: order.id,
    shopId: (await build.shop({ country: 'CA', name: 'Garage Beaulieu' })).id,
    methodId: 1,
    fleetId: fleet.id,
    userId: owner.id,
  })
  const found = await look(
    page,
    signOutLast([...paths, '/services?tab=past', `/maintenance_history/new?vehicle=${vehicle.id}`]),
    openInside,
  )
  expect(found).toEqual({})
})

test('a management company’s screens are in French and fit 320 px', async ({ page, context, build }) => {
  test.slow()
  const group = await build.affiliation({ name: `Groupe ${crypto.randomUUID()}` })
  const fleet = await build.fleet({ country: 'CA', name: 'Transports du Nord', affiliationId: group.id })
  const user = await build.user(fleet, { language: 'fr', roles: ['FMC'], affiliationId: group.id })
  await signInDirectly(context, build, user, at())
  const paths = addressesOfTheApp({
    vehicleId: 1,
    historyId: crypto.randomUUID(),
    orderId: 1,
    shopId: 1,
    methodId: 1,
    fleetId: fleet.id,
    userId: user.id,
  })
  await opens(page, '/fmc_dashboard')
  expect(await look(page, signOutLast(paths), openInside)).toEqual({})
})

test('menus, dialogs and refused forms are in French and fit 320 px', async ({ page, context, build }) => {
  test.slow()
  const fleet = await build.fleet({ country: 'CA', name: 'Transports de la Haute-Gatineau', brand: 'boreal' })
  const owner = await build.user(fleet, { language: 'fr' })
  const vehicle = await build.vehicle(fleet, { name: 'Fourgonnette 12', odometer: 84_210 })
  await signInDirectly(context, build, owner, at())
  const found: Record<string, string[]> = {}
  const note = async (scene: string) => {
    // An element that is still sliding in has not reached its position.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          (animation) =>
            animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity,
        ),
    )
    const faults = await faultsOf(page)
    if (faults.length > 0) found[scene] = faults
  }
  await opens(page, `/vehicles/${vehicle.id}`)
  await page.getByRole('button', { name: /^Menu du compte/ }).click()
  await expect(page.getByText(owner.email)).toBeVisible()
  await note('menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Boîte à gants', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await note('glovebox')
  await page.getByRole('button', { name: 'Ajouter : Immatriculation' }).click()
  await expect(page.getByRole('dialog', { name: 'Ajouter un document' })).toBeVisible()
  await note('document')
  await opens(page, `/vehicles/${vehicle.id}/edit`)
  await page.getByRole('textbox', { name: 'Numéro de plaque' }).fill('FXP 5899')
  await page.getByRole('combobox', { name: 'Province de la plaque' }).selectOption('QC')
  await page.getByRole('button', { name: 'Suivant' }).click()
  await expect(page.getByRole('combobox', { name: 'Marque' })).toBeVisible()
  await note('details of the vehicle')
  await opens(page, `/vehicles/${vehicle.id}`)
  await page.getByRole('button', { name: 'Plus d’actions pour ce véhicule' }).click()
  await note('menu of the vehicle')
  await page.getByRole('menuitem', { name: 'Supprimer le véhicule' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await note('deleting the vehicle')
  await opens(page, '/vehicles')
  await page.getByRole('button', { name: 'Téléversement en lot' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await note('bulk upload')
  await opens(page, `/maintenance_history/new`)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await note('refused form')
  // Decimal comma and spaces between thousands; an ambiguous amount asks for confirmation (BRD-035).
  const price = page.getByRole('textbox', { name: /^Prix/ })
  await price.fill('1 234,50')
  await expect(page.getByText('1,234.50 CAD')).toBeVisible()
  await price.fill('84,210')
  await price.blur()
  await expect(page.getByText(/peut se lire de deux façons/)).toBeVisible()
  await note('refused number')
  await page.getByRole('button', { name: 'Ouvrir le calendrier' }).click()
  await note('calendar')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /Saisies|Tout envoyé/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await note('tray')
  await opens(page, '/vehicles')
  await page.getByRole('button', { name: /^Tri/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await note('order of the list')
  expect(found).toEqual({})
})

/** Downloads the due maintenance from the services screen. */
async function downloadedIntervals(page: Page): Promise<string> {
  await opens(page, '/services')
  const button = page.getByRole('button', { name: 'Télécharger les intervalles' })
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return readFile(await file.path(), 'utf8')
}

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false })

  test('grids and all other elements contain no English either', async ({ page, context, build, db }) => {
    // BRD-042
    test.slow()
    const fleet = await build.fleet({ country: 'CA', name: 'Transports de la Haute-Gatineau' })
    const owner = await build.user(fleet, { language: 'fr' })
    const vehicle = await build.vehicle(fleet, { name: 'Fourgonnette 12', odometer: 84_210 })
    const entry = await anEntry({ build, owner, vehicle, given: { custom_shop_name: 'Garage du coin' } })
    const order = await otherRows(db).order(vehicle)
    await otherRows(db).interval(vehicle, { name: '60,000 km', tag: 'Past Due' })
    await signInDirectly(context, build, owner, at())
    await opens(page, '/dashboard')
    await expect(page.getByText(/Données de/)).toBeVisible({ timeout: 20_000 })
    const paths = addressesOfTheApp({
      vehicleId: vehicle.id,
      historyId: entry.id,
      orderId: order.id,
      shopId: (await build.shop({ country: 'CA', name: 'Garage Beaulieu' })).id,
      methodId: 1,
      fleetId: fleet.id,
      userId: owner.id,
    })
    const file = await downloadedIntervals(page)
    expect(file).toContain('Fourgonnette 12;')
    expect(file.split(/[;\r\n]+/).filter(isEnglish)).toEqual([])
    expect(await look(page, signOutLast([...paths, '/services?tab=past']), openInside)).toEqual({})
  })

  test('a grid’s built-in texts are in French: column menu, sorting, pages', async ({
    page,
    context,
    build,
  }) => {
    // BRD-040, BRD-041, BRD-042
    const fleet = await build.fleet({ country: 'CA' })
    const owner = await build.user(fleet, { language: 'fr' })
    await build.vehicle(fleet, { name: 'Fourgonnette 12' })
    await signInDirectly(context, build, owner, at())
    await opens(page, '/vehicles')
    await expect(page.getByRole('gridcell', { name: 'Non attribué' })).toBeVisible()
    const header = page.getByRole('columnheader', { name: 'Odomètre' })
    await header.hover()
    await header.getByRole('button', { name: /colonne/i }).click()
    await expect(page.getByRole('menuitem', { name: 'Tri croissant' })).toBeVisible()
    expect((await faultsOf(page)).filter((fault) => !/^overlap|^cut off|^outside/.test(fault))).toEqual([])
  })
})
