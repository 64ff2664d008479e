import { describe, expect, test } from 'vitest'
import { loadBrands } from '#server/brands/brands.ts'
import { translateGroup } from '#server/texts/translate.ts'
import { brandedEmail } from './branded-email.ts'

describe.each(loadBrands())('a mail of $key about an account', (brand) => {
  test('shows the one-time password large, in the brand’s colors', () => {
    const texts = translateGroup('fr', 'server/session:otpMail', {
      brand: brand.name,
      name: 'Ada',
      code: '123456',
      minutes: 5,
    })
    const { text, html } = brandedEmail(brand, 'fr', texts)
    expect(text).toMatch(/^123456$/m)
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain(brand.theme.light.primary)
    expect(html).toMatch(/font-size:28px[^>]*>123456</)
    expect(html).not.toContain('<a class="strong"')
  })

  test('links to the new password with a button, and keeps the text after it', () => {
    const link = 'https://app.example/reset_password?reset_password_token=abc'
    const { html } = brandedEmail(
      brand,
      'en',
      translateGroup('en', 'server/session:resetMail', {
        brand: brand.name,
        name: 'Ada',
        link,
        minutes: 30,
      }),
    )
    expect(html).toMatch(new RegExp(`href="${link.replace('?', '\\?')}"[^>]*>Set a new password<`))
    expect(html.indexOf('It works once')).toBeGreaterThan(html.indexOf(link))
  })
})
