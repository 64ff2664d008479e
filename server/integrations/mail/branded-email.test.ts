import { describe, expect, test } from 'vitest'
import { loadBrands } from '#server/brands/brands.ts'
import { texts } from '#server/texts/texts.ts'
import { brandedEmail } from './branded-email.ts'

describe.each(loadBrands())('a mail of $key about an account', (brand) => {
  test('shows the one-time password large, in the brand’s colors', () => {
    const words = texts.fr.otpMail(brand.name, 'Ada', '123456')
    const { text, html } = brandedEmail(brand, 'fr', words)
    expect(text).toMatch(/^123456$/m)
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain(brand.theme.light.primary)
    expect(html).toMatch(/font-size:28px[^>]*>123456</)
    expect(html).not.toContain('<a class="strong"')
  })

  test('links to the new password with a button, and keeps the text after it', () => {
    const link = 'https://app.example/reset_password?reset_password_token=abc'
    const { html } = brandedEmail(brand, 'en', texts.en.resetMail(brand.name, 'Ada', link))
    expect(html).toMatch(new RegExp(`href="${link.replace('?', '\\?')}"[^>]*>Set a new password<`))
    expect(html.indexOf('It works once')).toBeGreaterThan(html.indexOf(link))
  })
})
