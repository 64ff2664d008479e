import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import { REPORT_SUBSCRIPTIONS_MAX } from '#domain/core/limits.ts'
import type {
  UnsubscribeLink,
  UnsubscribeService,
} from '#server/modules/maintenance/reminders/unsubscribe.service.ts'
import { translate } from '#server/texts/translate.ts'
import { OPEN } from '../request.ts'
import { escapeHtml } from './escape-html.ts'

const BODY_MAX_BYTES = 4096
/** `tooMany`: a report was not resumed, because the user already gets as many as possible. */
type Step = 'asked' | 'ended' | 'undone' | 'tooMany'
type UnsubscribeRequest = FastifyRequest<{ Params: { token: string }; Querystring: { undo?: string } }>

/**
 * Serves the unsubscribe link of a reminder, notice or report, signed in or not. Opening it changes nothing, because mail
 * scanners open links. The button unsubscribes, and so does the POST that mail programs send (RFC 8058).
 */
export async function unsubscribe(app: FastifyInstance, { service }: { service: UnsubscribeService }) {
  // The body is ignored; the URL identifies the subscription.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, _body, done) =>
    done(null),
  )
  const config = { ...OPEN, kind: 'write' as const }
  app.get('/unsubscribe/:token', { config: OPEN }, (request: UnsubscribeRequest, reply) =>
    show(request, reply, 'asked'),
  )
  app.post('/unsubscribe/:token', { config }, async (request: UnsubscribeRequest, reply) => {
    const isUndone = request.query.undo !== undefined
    await service.set(request.params.token, isUndone)
    return show(request, reply, isUndone ? 'undone' : 'ended')
  })

  async function show({ params, brand }: UnsubscribeRequest, reply: FastifyReply, step: Step) {
    const found = await service.read(params.token)
    const nonce = randomBytes(16).toString('base64')
    reply.headers({
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
    })
    reply.type('text/html; charset=utf-8')
    const look = { brand, nonce }
    // Users see this page too, for example when a mail program truncated the link.
    if (!found) return reply.status(404).send(unknown(brand.languages[0] ?? 'en', look))
    return reply.send(document(found, stepOf(found, step), look))
  }
}

function stepOf({ isEnded, kind }: UnsubscribeLink, step: Step): Step {
  if (!isEnded) return step
  return step === 'undone' && kind === 'report' ? 'tooMany' : 'ended'
}

interface Look {
  brand: Brand
  nonce: string
}

function unknown(language: Language, look: Look) {
  const title = translate(language, 'server/unsubscribe:title.reminders')
  return page(
    { language, title, ...look },
    `<p role="status">${translate(language, 'server/unsubscribe:unknown')}</p>
<p><a href="/user_preferences">${translate(language, 'server/unsubscribe:preferences')}</a></p>`,
  )
}

function document(link: UnsubscribeLink, step: Step, look: Look) {
  const { language, kind } = link
  const text = (
    key: `title.${'reports' | 'reminders' | 'notices'}` | 'undo' | 'unsubscribe' | 'reports' | 'preferences',
  ) => translate(language, `server/unsubscribe:${key}`)
  const isReport = kind === 'report'
  const what = isReport
    ? translate(language, `server/unsubscribe:report.${link.every}`, { title: link.title })
    : translate(language, `server/unsubscribe:what.${kind}`)
  const isReminder = kind === 'maintenance' || kind.endsWith('_reminder')
  const title = text(`title.${isReport ? 'reports' : isReminder ? 'reminders' : 'notices'}`)
  const message = translate(language, `server/unsubscribe:${step}`, { what, max: REPORT_SUBSCRIPTIONS_MAX })
  const settings = isReport
    ? `<a href="/reports">${text('reports')}</a>`
    : `<a href="/user_preferences">${text('preferences')}</a>`
  return page(
    { language, title, ...look },
    `<p role="status">${escapeHtml(message)}</p>\n${formOf(step, text)}\n<p>${settings}</p>`,
  )
}

function formOf(step: Step, text: (key: 'undo' | 'unsubscribe') => string): string {
  // Another attempt would change nothing until a report is ended, by the link below.
  if (step === 'tooMany') return ''
  return step === 'ended'
    ? `<form method="post" action="?undo"><button class="quiet">${text('undo')}</button></form>`
    : `<form method="post" action="?"><button${step === 'undone' ? ' class="quiet"' : ''}>${text('unsubscribe')}</button></form>`
}

function page({ language, title, brand, nonce }: Look & { language: Language; title: string }, body: string) {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${escapeHtml(brand.name)}</title>
<style nonce="${nonce}">${styleOf(brand)}</style>
</head>
<body>
<header>${escapeHtml(brand.name)}</header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

function styleOf({ theme: { light, dark } }: Brand): string {
  const colors = (theme: typeof light) =>
    `--back:${theme.background};--card:${theme.surface};--text:${theme.text};--primary:${theme.primary};--on:${theme.onPrimary}`
  return `
:root { color-scheme: light dark; ${colors(light)}; font: 16px/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { ${colors(dark)} } }
body { background: var(--back); color: var(--text); margin: 0 }
header { background: var(--primary); color: var(--on); font-weight: 700; padding: 1rem 1.5rem }
main { background: var(--card); border-radius: 12px; margin: 2rem auto; max-width: 28rem; padding: 1.5rem }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 }
button { background: var(--primary); border: 2px solid var(--primary); border-radius: 8px; color: var(--on); cursor: pointer; font: inherit; font-weight: 600; min-height: 48px; padding: 0 1.25rem }
button.quiet { background: transparent; color: inherit }
a { color: inherit }
@media (max-width: 32rem) { body { background: var(--card) } main { border-radius: 0; margin: 0 } }`
}
