interface ForeignRules {
  createHTML(html: string): string
  createScriptURL(address: string): string
}
interface TrustedTypes {
  createPolicy(name: string, rules: ForeignRules): unknown
}

let isAllowed = false

/**
 * Lets Braintree's drop-in write its own markup, which knows nothing of trusted types. The page's policy allows this
 * one only where the drop-in is used (server/http/pages/page.ts). It passes no script, and no script's address but
 * Braintree's and that of PayPal's button. Throws where the page does not allow it.
 */
export function allowDropInMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (isAllowed || !trustedTypes) return
  trustedTypes.createPolicy('default', { createHTML: withoutScript, createScriptURL: ofDropIn })
  isAllowed = true
}

function withoutScript(html: string): string {
  if (/<script|<iframe|\son\w+\s*=|javascript:/i.test(html)) throw new TypeError('Markup with a script in it')
  return html
}

function ofDropIn(address: string): string {
  const { protocol, hostname, origin } = new URL(address, location.origin)
  const isOwn = origin === location.origin
  const isForeign = /\.braintreegateway\.com$|^www\.paypalobjects\.com$/.test(hostname)
  if (!isOwn && !(protocol === 'https:' && isForeign)) throw new TypeError('Not a script of the card form')
  return address
}
