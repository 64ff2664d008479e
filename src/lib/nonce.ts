/**
 * Returns the server's CSP nonce for style elements (`<meta name="csp-nonce">`), which Emotion and the data grid set on
 * their style elements. Undefined without a policy.
 */
export function cspNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"], meta[property="csp-nonce"]')
  return meta?.nonce || meta?.content || undefined
}
