import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Brand } from '#contract/core/brand.ts'
import { brandAssets } from '#contract/core/brand-assets.ts'
import type { Language } from '#contract/core/locale.ts'
import { fontFaces } from '#server/brands/fonts.ts'
import { sendText } from '#server/http/body/compression.ts'
import { sendProblem } from '#server/http/errors/problems.ts'
import { Problem } from '../../problem.ts'
import { firstFrame, firstFrameStyle } from './first-frame.ts'
import { readPreloads, withPreloads } from './preloads.ts'

export interface PageSettings {
  demo: boolean
  mailboxUrl: string | null
  errorReportUrl: string | null
}

export interface PageOptions {
  distFolder: string
  settingsFor: (request: FastifyRequest) => PageSettings
  hasDropIn: boolean
}

export interface PolicySettings {
  /** The one other host that the page may tell its failures to. */
  errorReportUrl: string | null
  /** Braintree's drop-in is used: its frames, its style sheet, its calls. Not where the sandbox takes its place. */
  hasDropIn: boolean
}

const PAYPAL = ['https://www.paypal.com', 'https://www.sandbox.paypal.com']

/**
 * Where the drop-in's parts come from, PayPal's button among them (Braintree's reference, 'Content security policy'). Scripts
 * and styles in the page stay refused: if PayPal's button needs them, the drop-in leaves it out and offers cards only.
 */
const DROP_IN = {
  script: [
    'https://js.braintreegateway.com',
    'https://assets.braintreegateway.com',
    'https://www.paypalobjects.com',
  ],
  style: ['https://assets.braintreegateway.com'],
  image: ['https://assets.braintreegateway.com', 'https://www.paypalobjects.com'],
  frame: ['https://assets.braintreegateway.com', ...PAYPAL],
  connect: [
    ...PAYPAL,
    'https://api.braintreegateway.com',
    'https://api.sandbox.braintreegateway.com',
    'https://client-analytics.braintreegateway.com',
    'https://client-analytics.sandbox.braintreegateway.com',
    'https://*.braintree-api.com',
  ],
  trustedTypes: ['default'],
}

/**
 * What the page may load and run (S-15): our own files, and style elements with this page's nonce. Never
 * a script that stands in the page.
 */
export function pagePolicy(nonce: string, { errorReportUrl, hasDropIn }: PolicySettings): string {
  const dropIn = (part: keyof typeof DROP_IN) => (hasDropIn ? DROP_IN[part] : [])
  const line = (name: string, ...sources: string[]) => [name, ...sources].join(' ')
  return [
    "default-src 'self'",
    line('script-src', "'self'", ...dropIn('script')),
    line('style-src-elem', "'self'", `'nonce-${nonce}'`, ...dropIn('style')),
    "style-src-attr 'none'",
    line('img-src', "'self'", 'data:', 'blob:', ...dropIn('image')),
    "media-src 'self' blob:",
    line('frame-src', "'self'", 'blob:', ...dropIn('frame')),
    line(
      'connect-src',
      "'self'",
      ...(errorReportUrl ? [new URL(errorReportUrl).origin] : []),
      ...dropIn('connect'),
    ),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    line('trusted-types', 'wheelbook', ...dropIn('trustedTypes')),
  ].join('; ')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
/** JSON that cannot end the element it stands in. */
const dataIn = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

/** The head of the page, for this brand and language (ruling 13). */
export function pageHead(brand: Brand, language: Language, settings: PageSettings, nonce: string): string {
  const { light, dark, font } = brand.theme
  return [
    `<title>${escapeHtml(brand.name)}</title>`,
    `<meta name="application-name" content="${escapeHtml(brand.name)}" />`,
    `<meta name="apple-mobile-web-app-title" content="${escapeHtml(brand.shortName)}" />`,
    `<meta name="description" content="${escapeHtml(brand.description[language])}" />`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light.primary}" />`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark.primary}" />`,
    `<meta name="csp-nonce" nonce="${nonce}" />`,
    `<link rel="icon" href="${brandAssets.icon}" type="image/svg+xml" />`,
    `<link rel="apple-touch-icon" href="${brandAssets.appleTouchIcon}" />`,
    '<link rel="manifest" href="/manifest.webmanifest" />',
    `<style nonce="${nonce}">${fontFaces(font)}${firstFrameStyle(brand)}</style>`,
    firstFrame,
    dataIn('brand', brand),
    dataIn('page', settings),
  ].join('\n    ')
}

const PAGE_END = '<!--/page-->'

/** The built page with its head filled in. Throws when the build has not the places that are to be filled. */
export function fillPage(template: string, head: string, language: Language): string {
  const [start, end] = [template.indexOf('<!--page-->'), template.lastIndexOf(PAGE_END)]
  if (start < 0 || end < start || !template.includes('<html lang="en"')) {
    throw new Error('dist/index.html is not the page that this server fills in. Build it anew: npm run build')
  }
  const filled = template.slice(0, start) + head + template.slice(end + PAGE_END.length)
  return filled.replace('<html lang="en"', `<html lang="${language}"`)
}

/**
 * Answers every address that is no file and no call with the page: the app's router takes it from there. Never 304:
 * nonce in head and header belong together, and the worker keeps both (S-15).
 */
export async function page(app: FastifyInstance, { distFolder, settingsFor, hasDropIn }: PageOptions) {
  const built = await readFile(join(distFolder, 'index.html'), 'utf8')
  const { template, waysIn } = readPreloads(built)
  fillPage(template, '', 'en')

  app.setNotFoundHandler(async (request, reply) => {
    const [pathname = ''] = request.url.split('?')
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !/^\/(api|assets|brand|fonts)\/|\.\w{1,12}$/.test(pathname)
    if (!isPage) return sendProblem(request, reply, new Problem('not_found'))
    const nonce = randomBytes(16).toString('base64')
    const { brand, language } = request
    const settings = settingsFor(request)
    const policy = pagePolicy(nonce, { errorReportUrl: settings.errorReportUrl, hasDropIn })
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' }).code(200)
    // A shop's link is nobody's to find (ruling 15).
    if (pathname.startsWith('/shop_link/')) reply.header('x-robots-tag', 'noindex, nofollow')
    const filled = fillPage(template, pageHead(brand, language, settings, nonce), language)
    const html = withPreloads(filled, waysIn, request, language)
    return sendText(request, reply.type('text/html; charset=utf-8'), html)
  })
}
