import type { Browser, Page } from 'playwright/test'
import {
  describeGrowth,
  findOverBudget,
  lowerBudgets,
  type Numbers,
  readBudgets,
  readSources,
  saveBudgets,
  saveSources,
} from '#tests/budgets/budgets.ts'
import { readBundle } from '#tests/budgets/bundle.ts'
import { SCREENS, type Screen } from '#tools/bench/app/device.ts'
import { ROUTES } from '#tools/bench/app/route-changes.ts'
import { makeBenchFleet, openBenchSession, seedBenchBasics } from '#tools/bench/support/bench-fleet.ts'
import { expect, test } from './support/fixtures.ts'
import { startOwnServer } from './support/own-server.ts'

// Sizes and counts, which are the same on any machine (tests/budgets/budgets.json). LOWER_BUDGETS=1 lowers the budgets to
// what is measured; they are raised only by hand (CONTRIBUTING.md).

const isLowering = Boolean(process.env.LOWER_BUDGETS)
/** Lists that are tables on a desktop. */
const TABLE_ROW = 'main tbody tr, main [role="row"]'
/** Number of samples in a row that a screen has to stay the same. */
const SETTLED = 3

// Both tests write the same file when they lower the budgets.
test.describe.configure({ mode: 'serial' })

test('each route loads no more JavaScript and no more modules than its budget', () => {
  const { sizes, sources } = readBundle()
  if (isLowering) {
    saveBudgets(lowerBudgets(sizes, readBudgets()), 'bundle')
    saveSources(sources)
  }
  const before = readSources()
  const explain = (subject: string) => describeGrowth(sources[subject] ?? {}, before[subject])
  expect(findOverBudget(sizes, readBudgets(), explain).join('\n')).toBe('')
})

test('each of the ten main screens has no more nodes and style rules than its budget', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const server = await startOwnServer({})
  try {
    await seedBenchBasics(server.db)
    const fleet = await makeBenchFleet(server.db, { id: 901, vehicles: 40, histories: 200 })
    const cookies = [
      { name: 'authentication_token', value: await openBenchSession(server.db, fleet), url: server.origin() },
      { name: 'current_fleet_id', value: String(fleet.id), url: server.origin() },
      { name: 'current_user_email', value: encodeURIComponent(fleet.owner.email), url: server.origin() },
    ]
    const at = { origin: server.origin(), cookies, vehicleId: fleet.vehicleIds[0] ?? 0 }
    const counted = await Promise.all([countScreens(browser, 'phone', at), countScreens(browser, 'desk', at)])
    const counts: Numbers = Object.assign({}, ...counted)
    if (isLowering) saveBudgets(lowerBudgets(counts, readBudgets()), 'screens')
    expect(findOverBudget(counts, readBudgets()).join('\n')).toBe('')
  } finally {
    await server.stop()
  }
})

interface SignedIn {
  origin: string
  cookies: { name: string; value: string; url: string }[]
  vehicleId: number
}

/** Loads each screen on its own, because style rules of earlier screens stay in the page. */
async function countScreens(browser: Browser, screen: Screen, at: SignedIn): Promise<Numbers> {
  const context = await browser.newContext({ ...SCREENS[screen], serviceWorkers: 'block' })
  try {
    await context.addCookies(at.cookies)
    const page = await context.newPage()
    const counts: Numbers = {}
    for (const { name, path, content } of ROUTES) {
      await page.goto(`${at.origin}${path.replace(':id', String(at.vehicleId))}`)
      await page.locator(`${content}, ${TABLE_ROW}`).first().waitFor({ timeout: 60_000 })
      // A slow machine shows parts that load later after a pause.
      await page.waitForLoadState('networkidle')
      await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root'))
      counts[`${name}, ${screen}`] = await settledCount(page)
    }
    return counts
  } finally {
    await context.close()
  }
}

async function settledCount(page: Page): Promise<Record<string, number>> {
  let last = ''
  for (let same = 0; same < SETTLED; ) {
    await page.waitForTimeout(400)
    const now = JSON.stringify(await page.evaluate(countInPage))
    same = now === last ? same + 1 : 0
    last = now
  }
  return JSON.parse(last)
}

/**
 * Runs in the page. Counts by part of the page, so that a failure names the part. Rules of what has left the page are
 * not counted, such as those of the loading bar, which only a slow machine shows.
 */
function countInPage(): Record<string, number> {
  const nodesIn = (selector: string) =>
    [...document.querySelectorAll(selector)].reduce((sum, part) => sum + part.querySelectorAll('*').length, 0)
  const isUsed = (rule: CSSRule) => {
    if (rule instanceof CSSKeyframesRule) return false
    const [, name] = /\.([a-zA-Z][\w-]*)/.exec(rule.cssText) ?? []
    return !name || document.getElementsByClassName(name).length > 0
  }
  const [header, navigation, main] = [nodesIn('header'), nodesIn('body nav:not(header nav)'), nodesIn('main')]
  return {
    'nodes in header': header,
    'nodes in navigation': navigation,
    'nodes in main': main,
    'nodes elsewhere': document.querySelectorAll('*').length - header - navigation - main,
    'style rules': [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).filter(isUsed).length,
  }
}
