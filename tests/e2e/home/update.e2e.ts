import { startDeployment } from '../support/deployment.ts'
import { expect, signInDirectly, test } from '../support/fixtures.ts'
import { untilWorkerControls } from '../support/worker.ts'

const checkForUpdate = () =>
  navigator.serviceWorker.getRegistration().then((registration) => registration?.update().then(() => true))

test('a new version is offered, waits for an open form, and starts only on a click', async ({
  page,
  context,
  build,
  owner,
}) => {
  // OFF-047
  test.slow()
  const deployment = await startDeployment()
  try {
    await signInDirectly(context, build, owner, deployment.origin)
    await page.goto(`${deployment.origin}/dashboard`)
    await untilWorkerControls(page)
    await page.reload()
    await page.getByRole('link', { name: 'Add maintenance history' }).first().click()
    await page.getByRole('textbox', { name: /^Odometer/ }).fill('60123')
    const second = await context.newPage()
    await second.goto(`${deployment.origin}/vehicles`)

    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    deployment.deployNext()
    await page.evaluate(checkForUpdate)
    await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 15_000 })
    const update = page.getByRole('button', { name: 'Update now' })
    await expect(update).toBeDisabled()
    await update.hover()
    await expect(page.getByRole('tooltip')).toContainText('Save or leave the form that is open first')

    await second.getByRole('button', { name: 'Update now' }).click()
    await expect(second.getByText('A new version is ready')).toHaveCount(0, { timeout: 15_000 })
    await expect(second.getByRole('heading', { name: 'Vehicles' })).toBeVisible()
    expect(loads).toBe(0)
    await expect(page.getByRole('textbox', { name: /^Odometer/ })).toHaveValue(/60,?123/)

    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
    await expect(update).toBeEnabled()
    await Promise.all([page.waitForEvent('load'), update.click()])
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
    expect(loads).toBe(1)
  } finally {
    await deployment.close()
  }
})
