import { describe, expect, it } from 'vitest'
import { pagePolicy } from './page.ts'

const policy = (hasDropIn: boolean) => pagePolicy('abc', { errorReportUrl: null, hasDropIn })

describe("the page's content security policy", () => {
  it('never allows inline scripts, with or without the drop-in', () => {
    for (const text of [policy(false), policy(true)]) {
      expect(text).not.toMatch(/unsafe-inline|unsafe-eval|data:[^;]*script/)
      expect(text).toMatch(/require-trusted-types-for 'script'/)
      expect(text).toMatch(/frame-ancestors 'none'/)
    }
  })

  it('allows Braintree and PayPal only where the drop-in is used', () => {
    expect(policy(false)).not.toMatch(/braintree|paypal|trusted-types wheelbook default/)
    expect(policy(true)).toContain(
      "frame-src 'self' blob: https://assets.braintreegateway.com https://www.paypal.com https://www.sandbox.paypal.com;",
    )
    expect(policy(true)).toMatch(/trusted-types wheelbook default$/)
  })
})
