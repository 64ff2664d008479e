import { expect, it, vi } from 'vitest'
import { allowDropInMarkup } from './foreign-markup.ts'

it("allows markup without scripts, and only Braintree's URLs", () => {
  const createPolicy = vi.fn()
  vi.stubGlobal('trustedTypes', { createPolicy })
  vi.stubGlobal('location', { origin: 'https://fleet.example' })
  allowDropInMarkup()
  allowDropInMarkup()
  expect(createPolicy).toHaveBeenCalledOnce()
  const [name, rules] = createPolicy.mock.calls[0] as [string, Record<string, (text: string) => string>]
  expect(name).toBe('default')
  expect(rules.createHTML?.('<div class="a"></div>')).toBe('<div class="a"></div>')
  for (const html of [
    '<script>1</script>',
    '<img src=x onerror="1">',
    '<a href="javascript:1">',
    '<iframe src="x">',
  ])
    expect(() => rules.createHTML?.(html), html).toThrow(TypeError)
  expect(rules.createScriptURL?.('https://js.braintreegateway.com/a.js')).toContain('braintree')
  for (const address of [
    'https://evil.example/a.js',
    'http://js.braintreegateway.com/a.js',
    'https://braintreegateway.com.evil.example/',
  ])
    expect(() => rules.createScriptURL?.(address), address).toThrow(TypeError)
  vi.unstubAllGlobals()
})
