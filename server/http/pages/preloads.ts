import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Language } from '#contract/core/locale.ts'
import { readCookie } from '#server/http/security/cookies.ts'

const files = z.array(z.string().check(z.regex(/^\/assets\/[\w.-]+\.js$/)))
const ways = z.object({ gate: files, app: files, dashboard: files })
const WaysIn = z.object({ en: ways, fr: ways })
type WaysIn = z.infer<typeof WaysIn>

const NOTE = /<!--ways-in:([^>]*)-->/
const PLACE = '<!--ways-in-->'

/** What the build noted of the files that each way in needs; null when it noted nothing. */
export function readPreloads(template: string): { template: string; waysIn: WaysIn | null } {
  const note = NOTE.exec(template)?.[1]
  if (note === undefined) return { template, waysIn: null }
  return { template: template.replace(NOTE, PLACE), waysIn: z.parse(WaysIn, JSON.parse(note)) }
}

/**
 * The page with links that have the browser fetch at once what it would find out about only step by step. None for the
 * worker, which keeps the page for all ways in and has the files.
 */
export function withPreloads(
  page: string,
  waysIn: WaysIn | null,
  request: FastifyRequest,
  language: Language,
): string {
  if (!waysIn || request.headers['sec-fetch-dest'] !== 'document') return page.replace(PLACE, '')
  const [pathname = ''] = request.url.split('?')
  // The shop's page is neither.
  if (pathname.startsWith('/shop_link/')) return page.replace(PLACE, '')
  const { gate, app, dashboard } = waysIn[language]
  // As the page itself tells whether somebody has been signed in here.
  const isKnown = ['current_fleet_id', 'current_account_id'].some(
    (name) => readCookie(request, name) !== null,
  )
  const wanted = !isKnown ? gate : /^\/(dashboard\/?)?$/.test(pathname) ? [...app, ...dashboard] : app
  // The app comes behind the page's own script, which draws its first frame; the sign-in screen has none to wait for.
  const priority = isKnown ? ' fetchpriority="low"' : ''
  const links = [...new Set(wanted)].map((file) => `<link rel="modulepreload" href="${file}"${priority} />`)
  return page.replace(PLACE, links.join('\n    '))
}
