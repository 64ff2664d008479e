// Drafts of forms that are saved online: each belongs to one tab (decision 33).
import type { Page } from 'playwright/test'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK } from '../support/screens.ts'

test.use(DESK)

interface DraftedForm {
  name: string
  path: string
  /** Opens the form on its screen, if it is not open already. */
  open?: (page: Page) => Promise<void>
  field: (page: Page) => ReturnType<Page['getByLabel']>
  texts: [first: string, second: string]
  /** Value of the field in a form without a restored draft. */
  untouched: string | RegExp
}

const FORMS: DraftedForm[] = [
  {
    name: 'service request',
    path: '/service_request/new',
    field: (page) => page.getByLabel('PO number'),
    texts: ['FIRST', 'SECOND'],
    untouched: '',
  },
  {
    name: 'new policy',
    path: '/settings?tab=policies',
    open: (page) => page.getByRole('button', { name: 'Add policy' }).click(),
    field: (page) => page.getByRole('form', { name: 'New policy' }).getByLabel('Amount'),
    texts: ['111', '222'],
    untouched: '',
  },
  {
    name: 'user preferences',
    path: '/user_preferences',
    field: (page) => page.getByLabel('First name', { exact: true }),
    texts: ['Firstly', 'Secondly'],
    untouched: 'Ownerly',
  },
]

for (const form of FORMS)
  test(`two tabs with the same ${form.name} keep a draft each, and neither replaces the other`, async ({
    context,
    page,
    build,
  }) => {
    const fleet = await build.fleet()
    const user = await build.user(fleet, { firstName: 'Ownerly' })
    await signInDirectly(context, build, user)
    const openIn = async (tab: Page) => {
      await tab.goto(`${origin()}${form.path}`)
      await form.open?.(tab)
      await expect(form.field(tab)).toBeVisible({ timeout: 20_000 })
    }
    await openIn(page)
    await form.field(page).fill(form.texts[0])
    const second = await context.newPage()
    await openIn(second)
    await expect(second.getByText('Open in another tab')).toBeVisible()
    await expect(form.field(second)).toHaveValue(form.untouched)
    await form.field(second).fill(form.texts[1])
    // Both drafts survive a reload; a shared draft would contain only one text.
    await second.reload()
    await form.open?.(second)
    await expect(form.field(second)).toHaveValue(form.texts[1])
    await page.reload()
    await form.open?.(page)
    await expect(form.field(page)).toHaveValue(form.texts[0])
  })
