import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { toLanguage } from '#contract/core/locale.ts'
import { CAPTCHA_FRAME_PATH } from '#domain/access/captcha-frame.ts'
import { OPEN } from '../request.ts'
import { escapeHtml } from './escape-html.ts'

const GOOGLE = 'https://www.google.com/recaptcha/'

/**
 * Serves reCAPTCHA's checkbox in a separate page (RecaptchaFrame.tsx). Google's scripts and frames are allowed only
 * here. This page holds no data: scripts cannot read our cookies, and users type nothing here.
 */
export function captchaFrame(app: FastifyInstance, { siteKey }: { siteKey: string }) {
  app.get(CAPTCHA_FRAME_PATH, { config: OPEN }, async (request, reply) => {
    const { language } = request.query as { language?: string }
    const nonce = randomBytes(16).toString('base64')
    reply.headers({
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'nonce-${nonce}' ${GOOGLE} https://www.gstatic.com/recaptcha/`,
        `frame-src ${GOOGLE} https://recaptcha.google.com/recaptcha/`,
        `connect-src ${GOOGLE}`,
        'img-src https://www.gstatic.com/recaptcha/ data:',
        "style-src 'unsafe-inline'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
      ].join('; '),
      'cache-control': 'no-store',
      // Google checks the origin of the page; the referrer does not include its full URL.
      'referrer-policy': 'strict-origin',
    })
    return reply.type('text/html; charset=utf-8').send(frame(siteKey, toLanguage(language) ?? 'en', nonce))
  })
}

function frame(siteKey: string, language: string, nonce: string): string {
  return `<!doctype html>
<html lang="${language}">
  <head><meta charset="utf-8" /><title>reCAPTCHA</title><style>body { margin: 2px }</style></head>
  <body>
    <div class="g-recaptcha" data-sitekey="${escapeHtml(siteKey)}" data-callback="tell" data-expired-callback="forget"></div>
    <script nonce="${nonce}">
      const tell = (answer) => parent.postMessage({ captcha: answer }, location.origin)
      const forget = () => tell('')
      Object.assign(window, { tell, forget })
    </script>
    <script nonce="${nonce}" src="${GOOGLE}api.js?hl=${language === 'fr' ? 'fr-CA' : 'en'}" async defer></script>
  </body>
</html>
`
}
