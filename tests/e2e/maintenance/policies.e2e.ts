import type { Page } from 'playwright/test'
import { SENTINEL_ALL } from '#domain/core/limits.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { layoutFaults, textsOn } from '#tests/e2e/support/layout-problems.ts'
import type { Builders } from '#tests/support/builders.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { axeFindings, expectAccessible } from '../support/axe.ts'
import { englishLeftovers, isRawKey } from '../support/english.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, PHONE, requestsTo } from '../support/screens.ts'

const PATH = '/settings?tab=policies'

/** A fleet with two vans, an owner, and a manager who may approve. */
async function aStage(build: Builders, db: Database, given: { country?: 'CA'; language?: 'fr' } = {}) {
  const fleet = await build.fleet(given.country ? { country: given.country } : {})
  const owner = await build.user(fleet, given.language ? { language: given.language } : {})
  const manager = await build.user(fleet, { roles: ['Manager'], firstName: 'Mona' })
  await db.query(sql`update users set last_name = 'Reyes' where id = ${manager.id}`)
  const vans = [await build.vehicle(fleet, { name: 'Van 1' }), await build.vehicle(fleet, { name: 'Van 2' })]
  return { fleet, owner, manager, vans }
}
const form = (page: Page, name = 'New policy') => page.getByRole('form', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function choose(page: Page, field: RegExp, typed: string, name = typed) {
  const input = page.getByRole('combobox', { name: field })
  await input.fill(typed)
  await page.getByRole('option', { name, exact: true }).click()
}

/** Returns the tooltips visible a second after the next click, while the pointer rests. */
function wordsAfterNextClick(page: Page): Promise<(string | null)[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const words = () => [...document.querySelectorAll('[role=tooltip]')].map((tip) => tip.textContent)
        addEventListener('click', () => setTimeout(() => resolve(words()), 1000), { once: true })
      }),
  )
}

test.describe('on a desktop', () => {
  test.use(DESK)

  test('SET-003, SET-020 to SET-022, SET-025 to SET-034: policies are added, edited and deleted, one row at a time', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, owner, manager, vans } = await aStage(build, db)
    const service = await build.service({ name: `Coolant ${fleet.id}` })
    await signInDirectly(context, build, owner)
    const calls = requestsTo(context, /\/(policies(\/\d+)?|services)$/)
    await openLoaded(page, '/settings')
    await page.getByRole('tab', { name: 'Policies' }).click()
    await expect(page.getByText('No policies yet')).toBeVisible()
    expect(calls).toContain('GET /api/v4/policies')

    // SET-022
    await button(page, 'Add policy').click()
    await expect(form(page)).toBeVisible()
    await button(page, 'Cancel').press('Enter')
    await expect(button(page, 'Add policy')).toBeFocused()
    await expect(form(page)).toHaveCount(0)
    await expect(page.getByText('No policies yet')).toBeVisible()

    await button(page, 'Add policy').click()
    await form(page).getByLabel('Amount').fill('250')
    // SET-027
    await button(page, 'Save policy').click()
    const approvedBy = page.getByRole('combobox', { name: /^Approved by/ })
    await expect(approvedBy).toHaveAttribute('aria-invalid', 'true')
    await expect(approvedBy).toBeFocused()
    // SET-028, SET-030
    const approvers = page.getByRole('list', { name: 'Chosen approvers' })
    await choose(page, /^Approved by/, 'Mona', 'Mona Reyes')
    await choose(page, /^Approved by/, 'Auto', 'Auto-Approve')
    await expect(approvers.getByRole('listitem')).toHaveText([/^Auto-Approve/])
    await choose(page, /^Approved by/, 'Mona', 'Mona Reyes')
    await expect(approvers.getByRole('listitem')).toHaveText([/^Mona Reyes/])
    // SET-029, SET-031
    const chosen = page.getByRole('list', { name: 'Chosen vehicles' })
    await expect(chosen.getByRole('listitem')).toHaveText([/^All Vehicles/])
    await page.getByRole('combobox', { name: /^Vehicles/ }).fill('Van 1')
    await page.getByRole('option', { name: /^Van 1/ }).click()
    await expect(chosen.getByRole('listitem')).toHaveText([/^Van 1/])
    // SET-035
    await choose(page, /^Services/, `Coolant ${fleet.id}`)
    expect(calls).toContain('GET /api/v4/services?basic=true')
    await expectAccessible(page)
    await page.setViewportSize(DESK.viewport)
    const created = page.waitForRequest(
      (request) => request.method() === 'POST' && /\/policies$/.test(request.url()),
    )
    await button(page, 'Save policy').click()
    const record = {
      fleet_id: fleet.id,
      amount: '250',
      service_definition_ids: [service.id],
      user_ids: [manager.id],
      vehicle_ids: [vans[0]?.id],
      all_vehicles: false,
      auto_approvable: false,
    }
    expect((await created).postDataJSON()).toEqual(record)
    await expect(page.getByText('Policy saved')).toBeVisible()
    const row = page.getByRole('row', { name: /\$250\.00/ })
    await expect(row).toContainText(/Mona Reyes.*Van 1.*Coolant/)

    // SET-032
    const words = wordsAfterNextClick(page)
    await button(page, 'Add policy').click()
    // The pointer has not moved: the tooltip about the open row must not cover the row.
    expect(await words).toEqual([])
    await form(page).getByLabel('Amount').fill('99.5')
    await choose(page, /^Approved by/, 'Auto', 'Auto-Approve')
    // SET-021
    await button(page, 'Edit the policy up to $250.00').hover()
    // The tooltip of the previously hovered button may still be fading.
    await expect(page.getByText('Save or cancel the open policy first.').last()).toBeVisible()
    await button(page, 'Edit the policy up to $250.00').click({ force: true })
    await expect(page.getByRole('form')).toHaveCount(1)
    const automatic = page.waitForRequest(
      (request) => request.method() === 'POST' && /\/policies$/.test(request.url()),
    )
    await button(page, 'Save policy').click()
    const sent = (await automatic).postDataJSON()
    expect(sent).toEqual({
      fleet_id: fleet.id,
      amount: '99.5',
      service_definition_ids: [],
      user_ids: [],
      vehicle_ids: [],
      all_vehicles: true,
      auto_approvable: true,
    })
    expect(JSON.stringify(sent)).not.toContain(String(SENTINEL_ALL))
    await expect(page.getByRole('row', { name: /\$99\.50/ })).toContainText(
      /Auto-Approve.*All Vehicles.*All services/,
    )

    await button(page, 'Edit the policy up to $250.00').click()
    const edited = form(page, 'Edit the policy up to $250.00')
    await edited.getByLabel('Amount').fill('300')
    await button(page, 'Save policy').click()
    await expect(page.getByRole('row', { name: /\$300\.00/ })).toBeVisible()
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([
      expect.stringMatching(/^PUT \/api\/v4\/policies\/\d+$/),
    ])

    await button(page, 'Delete the policy up to $300.00').click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this policy?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(calls.some((call) => call.startsWith('DELETE'))).toBe(false)
    await button(page, 'Delete the policy up to $300.00').click()
    await dialog.getByRole('button', { name: 'Delete policy' }).click()
    await expect(page.getByRole('row', { name: /\$300\.00/ })).toHaveCount(0)
    await expect(page.getByRole('row', { name: /\$99\.50/ })).toBeVisible()
    await expectAccessible(page)
  })

  test('saving a policy that someone else changed or deleted meanwhile shows a message and keeps the typed text', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, owner } = await aStage(build, db)
    await db.query(sql`
      insert into maintenance_policies (fleet_id, amount, all_vehicles, auto_approvable) values (${fleet.id}, 100, true, true)`)
    await signInDirectly(context, build, owner)
    await openLoaded(page, PATH)
    await button(page, 'Edit the policy up to $100.00').click()
    const amount = page.getByRole('form').getByLabel('Amount')
    await amount.fill('150')
    await db.query(
      sql`update maintenance_policies set amount = 120, rev = rev + 1 where fleet_id = ${fleet.id}`,
    )
    await button(page, 'Save policy').click()
    await expect(page.getByText(/Someone else changed this policy/)).toBeVisible()
    await expect(amount).toHaveValue('150')
    await button(page, 'Save mine').click()
    await expect(page.getByRole('row', { name: /\$150\.00/ })).toBeVisible()

    await button(page, 'Edit the policy up to $150.00').click()
    await amount.fill('175')
    await db.query(
      sql`update maintenance_policies set amount = 160, rev = rev + 1 where fleet_id = ${fleet.id}`,
    )
    // Long enough that the cached list is refetched.
    await page.clock.install({ time: Date.now() + 60_000 })
    await page.reload()
    // The typed text returns with the row, and still belongs to the policy's old revision.
    await button(page, 'Edit the policy up to $160.00').click()
    await expect(amount).toHaveValue('175')
    await button(page, 'Save policy').click()
    await expect(page.getByText(/Someone else changed this policy/)).toBeVisible()
    await db.query(sql`delete from maintenance_policies where fleet_id = ${fleet.id}`)
    await button(page, 'Save policy').click()
    await expect(page.getByText(/Someone else deleted this policy/)).toBeVisible()
    await expect(amount).toHaveValue('175')
    await button(page, 'Save policy').click()
    await expect(page.getByRole('row', { name: /\$175\.00/ })).toBeVisible()
  })

  test('SET-024, VEH-091: a vehicle has a read-only tab with its policies; editing opens the settings', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, owner, manager, vans } = await aStage(build, db)
    const [first, second] = vans
    await db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids)
      values (${fleet.id}, 100, ${[manager.id]}, ${[first?.id]}), (${fleet.id}, 900, ${[manager.id]}, ${[second?.id]})`)
    await signInDirectly(context, build, owner)
    await openLoaded(page, `/vehicles/${first?.id}`)
    const tabs = page.getByRole('tablist', { name: 'Vehicle sections' }).getByRole('tab')
    await expect(tabs).toHaveText(['Overview', 'Maintenance history', 'Maintenance schedule', 'Policies'])
    await tabs.getByText('Policies').click()
    await expect(page.getByRole('row', { name: /\$100\.00/ })).toContainText('Mona Reyes')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(button(page, 'Add policy')).toHaveCount(0)
    await expect(button(page, /^Delete the policy/)).toHaveCount(0)
    await expectAccessible(page)
    await page.setViewportSize(DESK.viewport)
    await button(page, 'Edit the policy up to $100.00').click()
    await expect(page).toHaveURL(`${origin()}/settings`)
    await expect(page.getByRole('tab', { name: 'Policies' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('row')).toHaveCount(3)

    // VEH-092
    await db.query(sql`update fleets set flags = '{"maintenance_schedules": false}' where id = ${fleet.id}`)
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${origin()}/vehicles/${first?.id}/policies`)
    await expect(tabs).toHaveText([
      'Overview',
      'Next maintenance',
      'Maintenance history',
      'Maintenance schedule',
      'Policies',
    ])
  })

  test('SET-023, USR-030: a manager edits policies, a driver sees none', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, manager, vans } = await aStage(build, db)
    const driver = await build.user(fleet, { roles: ['Driver'] })
    const own = await build.vehicle(fleet, { name: 'Van 3', drivers: [driver] })
    await db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids)
      values (${fleet.id}, 100, ${[manager.id]}, ${[vans[0]?.id]})`)
    await signInDirectly(context, build, manager)
    await openLoaded(page, PATH)
    await expect(page.getByRole('row', { name: /\$100\.00/ })).toBeVisible()
    await expect(button(page, 'Add policy').first()).toBeVisible()
    await context.clearCookies()
    await signInDirectly(context, build, driver)
    await page.goto(`${origin()}/vehicles/${own.id}`)
    await expect(page.getByRole('tab', { name: 'Maintenance history' })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('tab', { name: 'Policies' })).toHaveCount(0)
    await page.goto(`${origin()}${PATH}`)
    await expect(page.getByRole('tab', { name: 'General' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Policies' })).toHaveCount(0)
  })

  test('a waiting order shows what the nearest policy lacks, an approved one shows the policy and the reason', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, owner, vans } = await aStage(build, db)
    const pads = await build.service({ name: `Pads ${fleet.id}` })
    const coolant = await build.service({ name: `Coolant ${fleet.id}` })
    await db.query(sql`
      insert into maintenance_policies (fleet_id, amount, service_definition_ids, all_vehicles, auto_approvable)
      values (${fleet.id}, 250, ${[coolant.id]}, true, true)`)
    const given = { originatorId: owner.id, serviceId: pads.id }
    const order = await anOpenOrder(db, vans[0] ?? { id: 0, fleetId: 0 }, given)
    await db.query(sql`
      update shop_orders set status = 'awaiting_approval', pre_tax_sub_total = 412.5 where id = ${order.id}`)
    await signInDirectly(context, build, owner)
    await openLoaded(page, `/orders/${order.id}/approvals`)
    const name = `All Vehicles, Coolant ${fleet.id}, up to $250.00`
    await expect(
      page.getByText(
        `Needs approval: the estimate of $412.50 before tax is $162.50 over the policy “${name}”, which does not cover Pads ${fleet.id}.`,
      ),
    ).toBeVisible()
    const reason = {
      policy: { id: 1, amount: '250.00', service_definition_ids: [coolant.id], vehicle_count: null },
      estimate: '80.00',
      over: null,
      services: [],
    }
    await db.query(sql`
      update shop_orders set status = 'approved', is_auto_approved = true, approved_because = ${JSON.stringify(reason)}::jsonb where id = ${order.id}`)
    await page.reload()
    await expect(
      page.getByText(
        `Approved by the policy “${name}”, because the estimate is $80.00 before tax and the policy covers all of its services.`,
      ),
    ).toBeVisible()
  })

  test('SET-014 to SET-019: reminder channels can be switched, and only changes are saved', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { owner } = await aStage(build, db)
    await signInDirectly(context, build, owner)
    const calls = requestsTo(context, /maintenance_preferences$/)
    await openLoaded(page, '/settings?tab=reminders')
    const text = page.getByRole('switch', { name: 'By text message' })
    const save = button(page, 'Save Changes')
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    expect(calls).toContain(`GET /api/v4/customers/${owner.id}/maintenance_preferences`)
    const wasOn = await text.isChecked()
    await text.click()
    await expect(save).not.toHaveAttribute('aria-disabled', 'true')
    await text.click()
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await text.click()
    await expectAccessible(page)
    await page.setViewportSize(DESK.viewport)
    const call = page.waitForRequest((request) => request.method() === 'PUT')
    await save.click()
    expect(new URL((await call).url()).pathname).toBe(`/api/v4/customers/${owner.id}/maintenance_preferences`)
    expect((await call).postDataJSON()).toEqual({
      preferences: {
        text_notification: !wasOn,
        email_notification: expect.any(Boolean),
        push_notification: false,
      },
    })
    await expect(page.getByText('Preference updated')).toBeVisible()
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    const [stored] = await db.query(sql`select reminds_by_text from users where id = ${owner.id}`)
    expect(stored).toEqual({ reminds_by_text: !wasOn })
    await page.reload()
    await expect(text).toBeChecked({ checked: !wasOn })
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('policies are cards, can be read offline with their age, and explain why they cannot be edited', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, owner, manager, vans } = await aStage(build, db)
    await db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids)
      values (${fleet.id}, 100, ${[manager.id]}, ${vans.map(({ id }) => id)})`)
    await signInDirectly(context, build, owner)
    await openLoaded(page, PATH)
    const card = page.getByRole('list', { name: 'Maintenance policies' }).getByRole('listitem')
    await expect(card).toContainText('Up to $100.00')
    await expect(card).toContainText('Van 1, Van 2')
    await goOffline(page, context)
    await expect(page.getByRole('status').filter({ hasText: /^As of/ })).toBeVisible()
    await button(page, 'Edit the policy up to $100.00').tap({ force: true })
    await expect(page.getByText('You need a connection to change policies.')).toBeVisible()
    await expect(page.getByRole('form')).toHaveCount(0)
    await page.reload()
    await expect(card).toContainText('Van 1, Van 2')
    await page.goto(`${origin()}/vehicles/${vans[0]?.id}/policies`)
    await expect(card).toContainText('Up to $100.00')
    await expect(page.getByRole('status').filter({ hasText: /^As of/ })).toBeVisible()
  })
})

test.describe('in French on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, locale: 'fr-CA' })

  test('policies, their form and the reminders fit the screen and are in French', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, owner, manager, vans } = await aStage(build, db, { country: 'CA', language: 'fr' })
    const gone = await build.user(fleet, { roles: ['Manager'], firstName: 'Léa', isActive: false })
    await db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids, all_vehicles, auto_approvable)
      values (${fleet.id}, 100, ${[manager.id]}, ${vans.map(({ id }) => id)}, false, false),
        (${fleet.id}, 99999999.99, '{}', '{}', true, true), (${fleet.id}, 500, ${[gone.id]}, '{}', false, false)`)
    const at = origin('boreal')
    const isEnglish = englishLeftovers()
    const faults = async () => [
      ...(await layoutFaults(page)),
      ...(await textsOn(page)).filter((word) => isRawKey(word) || isEnglish(word)),
    ]
    await signInDirectly(context, build, owner, at)
    await page.goto(`${at}/dashboard`)
    await expect(page.getByText(/Données de/)).toBeVisible({ timeout: 20_000 })
    await page.goto(`${at}${PATH}`)
    await expect(page.getByText('Plus personne pour approuver')).toBeVisible()
    await expect(page.getByText('Van 1, Van 2')).toBeVisible()
    expect(await faults()).toEqual([])
    await button(page, 'Modifier la politique jusqu’à 100.00 CAD').tap()
    await expect(page.getByRole('list', { name: 'Véhicules choisis' })).toContainText('Van 2')
    expect(await faults()).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    await page.goto(`${at}/settings?tab=reminders`)
    await expect(page.getByRole('switch', { name: 'Par texto' })).toBeVisible()
    expect(await faults()).toEqual([])
    await page.goto(`${at}/vehicles/${vans[0]?.id}/policies`)
    await expect(page.getByText('Approbation automatique')).toBeVisible()
    expect(await faults()).toEqual([])
  })
})
