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
import { escapeHtml } from './escape-html.ts'
import { firstFrame, firstFrameStyle } from './first-frame.ts'
import { readPreloads, withPreloads } from './preloads.ts'
import { signInOutline, signInOutlineStyle } from './sign-in-outline.ts'
import { startFailed, startFailedStyle } from './start-failed.ts'

interface PageSettings {
  demo: boolean
  mailboxUrl: string | null
  errorReportUrl: string | null
}

interface PageOptions {
  distFolder: string
  settingsFor: (request: FastifyRequest) => PageSettings
  hasDropIn: boolean
}

interface PolicySettings {
  /** URL of the only other host that the page may send error reports to. */
  errorReportUrl: string | null
  /** Whether Braintree's drop-in is used, with its frames, style sheet and requests. False with the sandbox. */
  hasDropIn: boolean
}

const PAYPAL = ['https://www.paypal.com', 'https://www.sandbox.paypal.com']

/**
 * Sources of the drop-in, including PayPal's button (Braintree's reference, 'Content security policy'). Inline scripts
 * and styles stay forbidden: if PayPal's button needs them, the drop-in omits it and offers cards only.
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
 * Returns the content security policy (S-15): our own files, and style elements with this page's nonce. Inline scripts
 * are never allowed.
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

/** Serializes JSON so that it cannot close its script element. */
const dataIn = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

/** Returns the head of the page for this brand and language (ruling 13). */
function pageHead(brand: Brand, language: Language, settings: PageSettings, nonce: string): string {
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
    `<style nonce="${nonce}">${fontFaces(font)}${firstFrameStyle(brand)}${signInOutlineStyle(brand)}${startFailedStyle(brand)}</style>`,
    firstFrame,
    signInOutline(brand, { hasDemoHint: settings.demo && settings.mailboxUrl !== null }),
    startFailed,
    dataIn('brand', brand),
    dataIn('page', settings),
  ].join('\n    ')
}

const PAGE_END = '<!--/page-->'

/** Inserts the head into the built page. Throws when the build lacks a placeholder. */
function fillPage(template: string, head: string, language: Language): string {
  const [start, end] = [template.indexOf('<!--page-->'), template.lastIndexOf(PAGE_END)]
  if (start < 0 || end < start || !template.includes('<html lang="en"')) {
    throw new Error('dist/index.html does not match this server. Rebuild it: npm run build')
  }
  const filled = template.slice(0, start) + head + template.slice(end + PAGE_END.length)
  return filled.replace('<html lang="en"', `<html lang="${language}"`)
}

/** Addresses of the server and of what operators probe, which are never screens. */
const RESERVED = /^\/(?:api|assets|brand|fonts|livez|readyz|healthz?|metrics|\.well-known)(?:\/|$)/
const FILE = /\.\w{1,12}$/

/**
 * Serves the page for every URL that is neither a file nor a call; the app's router handles it. Never responds with
 * 304: the nonces in head and header must match, and the service worker caches both (S-15).
 */
export async function page(app: FastifyInstance, { distFolder, settingsFor, hasDropIn }: PageOptions) {
  const built = await readFile(join(distFolder, 'index.html'), 'utf8')
  const { template, preloadLists } = readPreloads(built)
  fillPage(template, '', 'en')

  app.setNotFoundHandler(async (request, reply) => {
    const [pathname = ''] = request.url.split('?')
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !RESERVED.test(pathname) && !FILE.test(pathname)
    if (!isPage) return sendProblem(request, reply, new Problem('not_found'))
    const nonce = randomBytes(16).toString('base64')
    const { brand, language } = request
    const settings = settingsFor(request)
    const policy = pagePolicy(nonce, { errorReportUrl: settings.errorReportUrl, hasDropIn })
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' }).code(200)
    // Search engines must not index shop links (ruling 15).
    if (pathname.startsWith('/shop_link/')) reply.header('x-robots-tag', 'noindex, nofollow')
    const filled = fillPage(template, pageHead(brand, language, settings, nonce), language)
    const html = withPreloads(filled, preloadLists, request, { brand, language })
    return sendText(request, reply.type('text/html; charset=utf-8'), html)
  })
}
