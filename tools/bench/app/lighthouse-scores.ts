import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/production-server.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
export type Category = (typeof CATEGORIES)[number]

/** One mobile run of Lighthouse: scores from 0 to 100, and the ids of audits that cost points. */
export interface Scores {
  categories: Record<Category, number>
  blockingMs: number
  layoutShift: number
  lost: string[]
}

/** How often a failed run is repeated. Lighthouse sometimes misses the navigation on a busy machine (NO_NAVSTART). */
const REPEATS = 2

interface Cookie {
  name: string
  value: string
  httpOnly?: boolean
}

/** Measures a URL in a new browser profile, signed in if cookies are given. Repeats and counts failed runs. */
export async function measureScores(
  url: string,
  cookies: Cookie[] = [],
): Promise<{ scores: Scores; failedRuns: number }> {
  for (let failedRuns = 0; ; failedRuns++) {
    try {
      return { scores: await runLighthouse(url, cookies), failedRuns }
    } catch (error) {
      if (failedRuns === REPEATS) throw error
      console.error(`  Lighthouse failed on ${url} and runs again: ${error}`)
    }
  }
}

async function runLighthouse(url: string, cookies: Cookie[]): Promise<Scores> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-lighthouse-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
  })
  try {
    const { hostname: domain } = new URL(url)
    await context.addCookies(
      cookies.map((cookie) => ({ ...cookie, domain, path: '/', sameSite: 'Lax' as const })),
    )
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      formFactor: 'mobile',
      onlyCategories: [...CATEGORIES],
    })
    if (!result || result.lhr.runtimeError)
      throw new Error(`Lighthouse failed: ${result?.lhr.runtimeError?.message}`)
    const { categories, audits, finalDisplayedUrl } = result.lhr
    if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`Lighthouse ended at ${finalDisplayedUrl}`)
    const audited = (id: string) => audits[id]?.numericValue ?? Number.NaN
    const scoreOf = (id: Category) => Math.round((categories[id]?.score ?? 0) * 100)
    const weighted = Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    )
    const lost = weighted
      .filter((id) => (audits[id]?.score ?? 1) < 1)
      .map((id) => `${id} ${audits[id]?.displayValue ?? audits[id]?.score}`)
    return {
      categories: {
        performance: scoreOf('performance'),
        accessibility: scoreOf('accessibility'),
        'best-practices': scoreOf('best-practices'),
      },
      blockingMs: audited('total-blocking-time'),
      layoutShift: audited('cumulative-layout-shift'),
      lost,
    }
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}
