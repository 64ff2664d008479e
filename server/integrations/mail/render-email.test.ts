import { describe, expect, test } from 'vitest'
import { loadBrands } from '#server/brands/brands.ts'
import { type EmailContent, renderEmail } from './render-email.ts'

const content: EmailContent = {
  language: 'en',
  heading: 'Approval needed for <b>Van 12</b>',
  paragraphs: ['The shop sent an estimate.'],
  facts: [{ label: 'Vehicle', value: 'Van 12' }],
  action: { label: 'Open the order', address: 'https://app.example/orders/1/approvals' },
  footer: 'Why this came.',
}

describe.each(loadBrands())('a mail of $key', (brand) => {
  const { html } = renderEmail(brand, content)
  const [head = '', body = ''] = html.split('</head>')

  test('has inline light colors, which no mail program drops, and dark colors for dark mode', () => {
    const { light, dark } = brand.theme
    for (const color of [light.background, light.surface, light.primary, light.onPrimary, light.text])
      expect(body).toContain(color)
    expect(head).toContain('<meta name="color-scheme" content="light dark">')
    const [, ofDark] = head.split('@media(prefers-color-scheme:dark)')
    for (const color of [dark.background, dark.surface, dark.primary, dark.onPrimary, dark.text])
      expect(ofDark).toContain(`${color}!important`)
  })

  test('escapes all content', () => {
    expect(html).not.toContain('<b>')
    expect(body).toContain('&lt;b&gt;Van 12')
  })
})
