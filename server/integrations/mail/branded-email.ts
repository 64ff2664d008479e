import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import { translate } from '#server/texts/translate.ts'
import { renderEmail } from './render-email.ts'

/** Content of an email: paragraphs separated by empty lines. */
interface PlainMail {
  subject: string
  text: string
  /** Label of the button, if a paragraph is a URL. */
  action?: string
}

/**
 * Adds the brand's design to a plain-text email. A paragraph that is a one-time password is shown large, one that is a
 * URL becomes the button, the rest stays text.
 */
export function brandedEmail(brand: Brand, language: Language, { subject, text, action = '' }: PlainMail) {
  const paragraphs = text.trim().split('\n\n')
  const special = paragraphs.findIndex((paragraph) => isCode(paragraph) || isAddress(paragraph))
  const end = special < 0 ? paragraphs.length : special
  const found = paragraphs[special] ?? ''
  const { html } = renderEmail(brand, {
    language,
    heading: subject,
    paragraphs: paragraphs.slice(0, end),
    facts: [],
    ...(isCode(found) && { code: found }),
    ...(isAddress(found) && { action: { label: action || found, address: found } }),
    notes: paragraphs.slice(end + 1),
    footer: translate(language, 'server/mail:questions', { email: brand.support.email }),
  })
  return { subject, text, html }
}

const isCode = (text: string) => /^\d{6}$/.test(text)
const isAddress = (text: string) => /^https?:\/\/\S+$/.test(text)
