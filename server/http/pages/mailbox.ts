import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { emailHtmlOf, newestMails } from '#server/integrations/mail/mail-queue.ts'
import { newestTextMessages } from '#server/integrations/sms/sms-queue.ts'
import { Problem } from '#server/problem.ts'
import { OPEN } from '../request.ts'
import { escapeHtml } from './escape-html.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 42rem; padding: 1.5rem 1rem }
p { color: color-mix(in srgb, currentColor 75%, transparent) }
article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px; margin: 1rem 0; padding: 1rem }
h2 { font-size: 1rem; margin: 0 }
b { display: block; font: 700 2.5rem/1.4 ui-monospace, monospace; letter-spacing: .15em; user-select: all }
pre { font: inherit; margin: .5rem 0 0; white-space: pre-wrap }
time { font-size: .875rem }`

interface MailboxOptions {
  db: Database
  mayRead: (request: FastifyRequest) => boolean
}

/** The local mailbox of demo mode. One-time passwords are read here when no mail leaves the server (ruling 3). */
export function mailbox(app: FastifyInstance, { db, mayRead }: MailboxOptions) {
  const preHandler = async (request: FastifyRequest) => {
    if (!mayRead(request)) throw new Problem('not_found')
  }
  app.get('/mailbox', { config: OPEN, preHandler }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    const [mails, texts] = [await newestMails(db, 30), await newestTextMessages(db, 30)]
    const all = [
      ...mails.map((mail) => ({ at: mail.created_at, html: article(mail) })),
      ...texts.map((text) => ({ at: text.created_at, html: textArticle(text) })),
    ].sort((a, b) => (a.at < b.at ? 1 : -1))
    reply.headers({
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>Local mailbox</title>
<style nonce="${nonce}">${STYLE}</style>
<main>
<h1>Local mailbox</h1>
<p>No mail and no text message leaves this server. This page renews itself.</p>
${all.map(({ html }) => html).join('\n') || '<p>No mail yet.</p>'}
</main>
</html>`)
  })

  app.get<{ Params: { id: string } }>(
    '/mailbox/:id',
    { config: OPEN, preHandler },
    async ({ params }, reply) => {
      const html = await emailHtmlOf(db, params.id)
      if (!html) throw new Problem('not_found')
      reply.headers({ 'content-security-policy': LETTER_POLICY, 'cache-control': 'no-store' })
      return reply.type('text/html; charset=utf-8').send(html)
    },
  )
}

/** Emails run no scripts and load no resources, as in a strict mail client. Links work. */
const LETTER_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-top-navigation-by-user-activation"

function article(mail: Awaited<ReturnType<typeof newestMails>>[number]): string {
  const code = /^\d{6}$/m.exec(mail.text)?.[0]
  return `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<div>${escapeHtml(mail.recipient)} · <time datetime="${mail.created_at}">${mail.created_at.slice(0, 19).replace('T', ' ')} UTC</time></div>
${code ? `<b>${code}</b>` : ''}<pre>${withLinks(escapeHtml(mail.text))}</pre>
${mail.has_html ? `<a href="/mailbox/${mail.id}">As mail programs show it</a>` : ''}
</article>`
}

function textArticle({
  recipient,
  text,
  created_at,
}: Awaited<ReturnType<typeof newestTextMessages>>[number]): string {
  return `<article>
<h2>Text message</h2>
<div>${escapeHtml(recipient)} · <time datetime="${created_at}">${created_at.slice(0, 19).replace('T', ' ')} UTC</time></div>
<pre>${withLinks(escapeHtml(text))}</pre>
</article>`
}

/** Turns URLs into links, in text that is already escaped. */
const withLinks = (html: string) =>
  html.replaceAll(/https?:\/\/(?:[\w:/?=#[\]%~+-]|&amp;|\.(?=\w))+/g, '<a href="$&">$&</a>')
