/**
 * The nonce that the server gave this page for style elements (`<meta name="csp-nonce">`).
 * Emotion and the data grid put it on the style elements they make; undefined where there is no policy.
 */
export function cspNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"], meta[property="csp-nonce"]')
  return meta?.nonce || meta?.content || undefined
}
