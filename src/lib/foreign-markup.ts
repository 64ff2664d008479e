interface ForeignRules {
  createHTML(html: string): string
  createScriptURL(address: string): string
}
interface TrustedTypes {
  createPolicy(name: string, rules: ForeignRules): unknown
}

let isAllowed = false

/**
 * Allows Braintree's drop-in to write its markup, which does not support trusted types. The page's policy permits this
 * one only where the drop-in is used (server/http/pages/page.ts). It allows no inline scripts, and script URLs only of
 * Braintree and PayPal's button. Throws if the page's policy forbids it.
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
