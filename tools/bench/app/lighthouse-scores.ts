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
  scores: Record<Category, number>
  lost: string[]
}

interface Cookie {
  name: string
  value: string
  httpOnly?: boolean
}

/** Measures a URL in a new browser profile, signed in if cookies are given. */
export async function measureScores(url: string, cookies: Cookie[] = []): Promise<Scores> {
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
      throw new Error(`Lighthouse came to nothing: ${result?.lhr.runtimeError?.message}`)
    const { categories, audits, finalDisplayedUrl } = result.lhr
    if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`Lighthouse ended at ${finalDisplayedUrl}`)
    const scoreOf = (id: Category) => Math.round((categories[id]?.score ?? 0) * 100)
    const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    )
    const lost = weighed
      .filter((id) => (audits[id]?.score ?? 1) < 1)
      .map((id) => `${id} ${audits[id]?.displayValue ?? audits[id]?.score}`)
    return {
      scores: {
        performance: scoreOf('performance'),
        accessibility: scoreOf('accessibility'),
        'best-practices': scoreOf('best-practices'),
      },
      lost,
    }
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}
