import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'

/** Content of an email in a brand's design. All fields are plain text and are escaped. */
export interface EmailContent {
  language: Language
  heading: string
  paragraphs: string[]
  facts: { label: string; value: string }[]
  /** A code to be typed elsewhere, shown large. */
  code?: string
  action?: { label: string; address: string }
  /** Paragraphs after the code and the action. */
  notes?: string[]
  /** Reason for the email, in small print. */
  footer: string
  /** Unsubscribe link, if there is one. */
  ending?: { label: string; address: string }
}

/** Renders an email as text, and as HTML with the brand's name and colors. */
export function renderEmail(brand: Brand, content: EmailContent): { text: string; html: string } {
  return { text: asText(brand, content), html: asHtml(brand, content) }
}

/** Separator between a label and its value. */
export const colonOf = (language: Language): string => (language === 'fr' ? '\u00a0: ' : ': ')

function asText(brand: Brand, content: EmailContent): string {
  const { language, heading, paragraphs, facts, code, action, notes = [], footer, ending } = content
  const colon = colonOf(language)
  const lines = facts.map(({ label, value }) => `${label}${colon}${value}`)
  return `${[
    heading,
    ...paragraphs,
    lines.join('\n'),
    code ?? '',
    action ? `${action.label}${colon}${action.address}` : '',
    ...notes,
    `-- \n${brand.name}\n${footer}${ending ? `\n${ending.label}${colon}${ending.address}` : ''}`,
  ]
    .filter(Boolean)
    .join('\n\n')}\n`
}

/** Styles are inline, because many mail programs drop style sheets. Those that support them also get dark mode. */
function asHtml(brand: Brand, content: EmailContent): string {
  const { language, heading, paragraphs, facts, code, action, notes = [], footer, ending } = content
  const { light } = brand.theme
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="quiet" style="padding:4px 16px 4px 0;color:${light.textMuted};vertical-align:top${isShort(label) ? ';white-space:nowrap' : ''}">${escaped(label)}</td><td style="padding:4px 0;vertical-align:top">${escaped(value)}</td></tr>`,
  )
  const paragraphOf = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`
  const inside = [
    ...paragraphs.map(paragraphOf),
    code &&
      `<p style="margin:0 0 16px;font-size:28px;font-weight:700;letter-spacing:4px">${escaped(code)}</p>`,
    rows.length > 0 &&
      `<table role="presentation" style="border-collapse:collapse;margin:0 0 24px">${rows.join('')}</table>`,
    action &&
      `<p style="margin:0 0 16px"><a class="strong" href="${escaped(action.address)}" style="display:inline-block;background:${light.primary};color:${light.onPrimary};padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escaped(action.label)}</a></p>`,
    ...notes.map(paragraphOf),
  ]
  const end = ending
    ? ` <a class="quiet" href="${escaped(ending.address)}" style="color:${light.textMuted}">${escaped(ending.label)}</a>`
    : ''
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(heading)}</title>
<style>${darkOf(brand)}</style></head>
<body class="page" style="margin:0;background:${light.background};color:${light.text};font:16px/1.5 system-ui,sans-serif">
<div style="max-width:600px;margin:0 auto">
<div class="strong" style="background:${light.primary};color:${light.onPrimary};padding:16px 24px;font-weight:700">${escaped(brand.name)}</div>
<div class="sheet" style="background:${light.surface};padding:24px">
<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escaped(heading)}</h1>
${inside.filter(Boolean).join('\n')}
</div>
<p class="quiet" style="padding:0 24px;color:${light.textMuted};font-size:13px">${escaped(footer)}${end}</p>
</div>
</body>
</html>
`
}

/** Returns style rules with the brand's dark colors. Without them a mail program inverts the light colors itself. */
function darkOf({ theme: { dark } }: Brand): string {
  const rules = [
    `.page{background:${dark.background}!important;color:${dark.text}!important}`,
    `.sheet{background:${dark.surface}!important}`,
    `.quiet{color:${dark.textMuted}!important}`,
    `.strong{background:${dark.primary}!important;color:${dark.onPrimary}!important}`,
  ]
  return `:root{color-scheme:light dark}@media(prefers-color-scheme:dark){${rules.join('')}}`
}

/** On a phone a short label stays on one line, and a long one leaves room for its value. */
const isShort = (label: string) => label.length <= 16

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
