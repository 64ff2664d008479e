import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, it } from 'vitest'
import common from '../../../locales/en/common.json'
import { AlertBox } from './AlertBox.tsx'
import { ToastBox } from './ToastProvider.tsx'

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { common } }, defaultNS: 'common', react: { useSuspense: false } })
})

const withoutStyles = (html: string) => html.replaceAll(/<style.*?<\/style>/gs, '')

/** The look of a box: its MUI class names, and whether it has an icon. */
const lookOf = (html: string) => [
  ...(/class="([^"]*MuiAlert-root[^"]*)"/.exec(html)?.[1]?.match(/MuiAlert-\w+/g) ?? []),
  html.includes('MuiAlert-icon'),
]

it('shows alerts of four types, each with a title, a message and a distinct look (ERR-001, ERR-010)', () => {
  const html = (['default', 'error', 'success', 'notice'] as const).map((type) =>
    withoutStyles(renderToStaticMarkup(<AlertBox type={type} message="The words" />)),
  )
  expect(new Set(html.map((each) => lookOf(each).join()))).toHaveLength(4)
  const titles = html.map((each) => /MuiAlertTitle-root[^>]*>([^<]+)</.exec(each)?.[1])
  expect(titles).toEqual(['Note', 'Error', 'Success', 'Notice'])
  for (const each of html) expect(each).toContain('The words')
  expect(renderToStaticMarkup(<AlertBox title="A title" message="x" />)).toContain('A title')
})

it('shows toasts of five kinds, each with a distinct look (ERR-003)', () => {
  const looks = (['success', 'danger', 'warning', 'default', 'info'] as const).map((kind) =>
    lookOf(renderToStaticMarkup(<ToastBox kind={kind} message="The words" onClose={() => {}} />)).join(),
  )
  expect(new Set(looks)).toHaveLength(5)
})
