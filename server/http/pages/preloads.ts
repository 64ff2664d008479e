import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Brand } from '#contract/core/brand.ts'
import { hasSignInTabs } from '#contract/core/brand-features.ts'
import type { Language } from '#contract/core/locale.ts'
import { readCookie } from '#server/http/security/cookies.ts'

const files = z.array(z.string().check(z.regex(/^\/assets\/[\w.-]+\.(js|json)$/)))
const ways = z.object({ gate: files, tabs: files, app: files, dashboard: files })
const PreloadLists = z.object({ en: ways, fr: ways })
type PreloadLists = z.infer<typeof PreloadLists>

const NOTE = /<!--preload-lists:([^>]*)-->/
const PLACE = '<!--preload-lists-->'

/** Reads the build's list of files that each entry page needs. Null: the build has none. */
export function readPreloads(template: string): { template: string; preloadLists: PreloadLists | null } {
  const note = NOTE.exec(template)?.[1]
  if (note === undefined) return { template, preloadLists: null }
  return { template: template.replace(NOTE, PLACE), preloadLists: z.parse(PreloadLists, JSON.parse(note)) }
}

/**
 * Adds preload links, so that the browser fetches at once what it would discover step by step. The service worker gets
 * none, because it caches one page for all entries and has the files.
 */
export function withPreloads(
  page: string,
  preloadLists: PreloadLists | null,
  request: FastifyRequest,
  { brand, language }: { brand: Brand; language: Language },
): string {
  if (!preloadLists || request.headers['sec-fetch-dest'] !== 'document') return page.replace(PLACE, '')
  const [pathname = ''] = request.url.split('?')
  // The shop's page needs neither the sign-in nor the app files.
  if (pathname.startsWith('/shop_link/')) return page.replace(PLACE, '')
  const { gate, tabs, app, dashboard } = preloadLists[language]
  // The page itself uses the same test for a signed-in user.
  const isKnown = ['current_fleet_id', 'current_account_id'].some(
    (name) => readCookie(request, name) !== null,
  )
  const signIn = hasSignInTabs(brand) ? [...gate, ...tabs] : gate
  const wanted = !isKnown ? signIn : /^\/(dashboard\/?)?$/.test(pathname) ? [...app, ...dashboard] : app
  // The page's own script draws its first frame before the app loads, so the app's files get low
  // priority. Those of the sign-in screen keep the default, although its outline is drawn first too.
  const priority = isKnown ? ' fetchpriority="low"' : ''
  const links = [...new Set(wanted)].map((file) => {
    const kind = file.endsWith('.json') ? 'rel="preload" as="fetch" crossorigin' : 'rel="modulepreload"'
    return `<link ${kind} href="${file}"${priority} />`
  })
  return page.replace(PLACE, links.join('\n    '))
}
