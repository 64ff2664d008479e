import type { Brand } from '#contract/core/brand.ts'
import { brandAssets } from '#contract/core/brand-assets.ts'
import { hasFeature, hasSignInTabs } from '#contract/core/brand-features.ts'
import type { Language } from '#contract/core/locale.ts'
import { translate } from '#server/texts/translate.ts'
import { escapeHtml } from './escape-html.ts'
import { paletteStyle } from './palette-style.ts'

const LANGUAGES = ['en', 'fr'] as const
/** The logo's scale in `AuthLayout`. */
const LOGO_SCALE = 1.5

interface SignInOutlineOptions {
  /** Whether the screen ends with the hint to the demo's mailbox. */
  hasDemoHint: boolean
}

/**
 * The sign-in screen without what can be used: logo, texts, and outlines of its fields and button in their places. A
 * template, because only the device knows whether a user is signed in, and the language and color scheme.
 * `src/app/sign-in-outline.ts` shows it while the screen's code loads, so that the largest text is in the first paint.
 */
export function signInOutline(brand: Brand, options: SignInOutlineOptions): string {
  return `<template id="sign-in-outline">${LANGUAGES.map((language) => outline(brand, language, options)).join('')}</template>`
}

function outline(brand: Brand, language: Language, { hasDemoHint }: SignInOutlineOptions): string {
  return [
    `<div class="sign-in-outline" lang="${language}" aria-hidden="true">`,
    `<aside><p>${escapeHtml(brand.description[language])}</p></aside><section>`,
    `<header><img src="${brandAssets.logo}" alt="" loading="lazy" /><img src="${brandAssets.logoDark}" alt="" loading="lazy" /></header>`,
    `<div><div><b>${translate(language, 'sign-in:title')}</b><p>${translate(language, 'sign-in:lead')}</p></div>`,
    brand.signIn.partnerUrl === null ? form(brand, language) : partner(brand, language),
    hasDemoHint ? demoHint(language) : '',
    `</div><footer>${footer(brand, language)}</footer></section></div>`,
  ].join('')
}

function form(brand: Brand, language: Language): string {
  const field = (label: 'email' | 'password') =>
    `<div><h6>${translate(language, `sign-in:form.${label}.label`)}</h6><i></i></div>`
  const question = `${translate(language, 'sign-in:form.signUp.question')} ${translate(language, 'sign-in:form.signUp.link')}`
  return [
    hasSignInTabs(brand) ? tabs(language) : '',
    field('email'),
    field('password'),
    `<div class="remember"><s></s><u>${translate(language, 'sign-in:form.rememberMe.label')}</u><br />`,
    `<small>${translate(language, 'sign-in:form.rememberMe.help')}</small></div>`,
    button(translate(language, 'sign-in:form.submit')),
    `<q>${translate(language, 'sign-in:form.forgot')}</q>`,
    hasFeature(brand, 'signUp') ? `<q class="question">${question}</q>` : '',
  ].join('')
}

function partner({ name }: Brand, language: Language): string {
  return [
    tabs(language),
    `<div>${escapeHtml(translate(language, 'sign-in-steps:partner.text', { brand: name }))}</div>`,
    button(escapeHtml(translate(language, 'sign-in-steps:partner.link', { brand: name }))),
  ].join('')
}

const tabs = (language: Language) =>
  `<nav>${(['user', 'admin'] as const).map((tab) => `<u>${translate(language, `sign-in-steps:tabs.${tab}`)}</u>`).join('')}</nav>`

const button = (text: string) => `<em><q>${text}</q></em>`

function demoHint(language: Language): string {
  const text = `${translate(language, 'sign-in:demo.message')} ${translate(language, 'sign-in:demo.mailbox')}`
  return `<blockquote><h6>${translate(language, 'sign-in:demo.title')}</h6>${text}</blockquote>`
}

function footer({ flags, footerLinks }: Brand, language: Language): string {
  const own = flags.footer_links ? footerLinks.map(({ text }) => escapeHtml(text[language])) : []
  return [translate(language, 'sign-in:privacyPolicy'), ...own].map((text) => `<q>${text}</q>`).join('')
}

/**
 * The outline's look: sizes of `src/features/access/sign-in/` and `src/brand/`, in the fallback of the brand's font. What
 * the user could press keeps its place but is not drawn (`q`), and clicks reach the screen below.
 */
export function signInOutlineStyle({ logoWidth, theme: { font, light, dark, headings } }: Brand): string {
  const at = '.sign-in-outline'
  return [
    `${at}{${paletteStyle(light)};position:absolute;inset:0 0 auto;display:flex;min-height:100dvh;pointer-events:none;`,
    `background:var(--surface);color:var(--text);font:1rem/1.5 "${font} fallback",system-ui,sans-serif;overflow-wrap:break-word;font-variant-numeric:lining-nums tabular-nums}`,
    `[data-scheme=dark] ${at}{${paletteStyle(dark)}}`,
    `${at} *,${at} ::before{box-sizing:border-box;margin:0;font-style:normal;text-decoration:none}`,
    `${at} aside{display:none;flex:1 1 50%;padding:56px;background:${light.primary};color:${light.onPrimary}}`,
    // A little larger than on the screen, so that no brand's font makes the screen's text the largest again.
    `${at} aside p{max-width:490px;font-size:2.04rem;font-weight:${headings.weight};line-height:2.4rem;letter-spacing:${headings.spacing - 0.01}em;text-wrap:balance}`,
    `${at}>section{display:flex;flex-direction:column;align-items:center;flex:1 1 50%;min-width:0;padding:24px 20px}`,
    `${at}>section>*{width:100%;max-width:420px}`,
    `${at} header{display:flex;align-items:center;min-height:48px}`,
    `${at} img{width:${logoWidth * LOGO_SCALE}px;max-width:100%}`,
    `${at} img+img,[data-scheme=dark] ${at} img{display:none}[data-scheme=dark] ${at} img+img{display:block}`,
    `${at} section>div{display:flex;flex-direction:column;gap:20px;margin:32px 0}`,
    `${at} b{display:block;margin-bottom:4px;font-size:1.75rem;font-weight:${headings.weight};line-height:1.25;letter-spacing:${headings.spacing}em}`,
    `${at} section p,${at} small{color:var(--muted)}`,
    `${at} h6{margin-bottom:4px;font-size:.875rem;font-weight:600;line-height:1.4375}`,
    `${at} div>i{display:block;height:48px;border:1px solid var(--line);border-radius:8px}`,
    // Label and help share a block, because Chromium counts the text of a block as one paint. This one is the largest.
    `${at} .remember{font-size:.8125rem;line-height:1.4}`,
    `${at} s{display:inline-block;width:37px;padding:15px 3px 18px;vertical-align:middle}`,
    `${at} s::before{content:"";display:block;width:18px;height:18px;border:2px solid var(--line);border-radius:2px}`,
    `${at} .remember u{font-size:1rem;line-height:1.5}`,
    `${at} small{font-size:inherit;color:var(--muted)}`,
    `${at} em{min-height:48px;padding:8px 22px;border:1px solid var(--line);border-radius:8px;background:var(--line);font-weight:600;line-height:1.75;text-align:center}`,
    `${at} q{visibility:hidden;quotes:none}`,
    `${at} div>q{align-self:center;padding:4px 0}`,
    `${at} .question{padding:0;font-size:.875rem}`,
    `${at} nav{display:flex;min-height:48px}`,
    `${at} nav u{flex:1;padding:15px 16px 13px;border-bottom:2px solid var(--line);font-size:.875rem;font-weight:600;line-height:1.25;text-align:center;color:var(--muted)}`,
    `${at} nav u:first-child{color:var(--text)}`,
    `${at} blockquote{padding:14px 16px 14px 50px;border:1px solid var(--line);border-radius:8px;font-size:.875rem;line-height:1.43}`,
    `${at} blockquote h6{margin:-2px 0 .35em;font-size:1rem;font-weight:650;line-height:1.5}`,
    `${at} footer{display:flex;flex-wrap:wrap;gap:8px 24px;margin-top:auto;padding-top:16px;font-size:.875rem}`,
    `@media(pointer:fine) and (min-width:600px){${at} div>i{height:40px}${at} s{width:31px;padding:12px 0 15px}${at} em{min-height:36px;font-size:.9375rem}}`,
    `@media(min-width:600px){${at}>section{padding:24px 32px}}`,
    `@media(min-width:900px){${at} aside{display:flex;flex-direction:column;justify-content:flex-end}${at} section>div{margin:auto 0;padding:40px 0}}`,
  ].join('')
}
