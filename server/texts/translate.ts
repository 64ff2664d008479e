import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import type { Language } from '#contract/core/fields.ts'

/** Each file of `locales/en/server/`. A new one is added here, which types its keys. */
interface ServerTexts {
  bulk: typeof import('../../locales/en/server/bulk.json')
  files: typeof import('../../locales/en/server/files.json')
  fleets: typeof import('../../locales/en/server/fleets.json')
  mail: typeof import('../../locales/en/server/mail.json')
  manifest: typeof import('../../locales/en/server/manifest.json')
  notices: typeof import('../../locales/en/server/notices.json')
  orders: typeof import('../../locales/en/server/orders.json')
  pages: typeof import('../../locales/en/server/pages.json')
  problems: typeof import('../../locales/en/server/problems.json')
  receipts: typeof import('../../locales/en/server/receipts.json')
  reminders: typeof import('../../locales/en/server/reminders.json')
  'report-mails': typeof import('../../locales/en/server/report-mails.json')
  schedules: typeof import('../../locales/en/server/schedules.json')
  session: typeof import('../../locales/en/server/session.json')
  'shop-links': typeof import('../../locales/en/server/shop-links.json')
  'sign-ins': typeof import('../../locales/en/server/sign-ins.json')
  'sign-up': typeof import('../../locales/en/server/sign-up.json')
  subscriptions: typeof import('../../locales/en/server/subscriptions.json')
  transactions: typeof import('../../locales/en/server/transactions.json')
  unsubscribe: typeof import('../../locales/en/server/unsubscribe.json')
  users: typeof import('../../locales/en/server/users.json')
}
/** Texts of screens that emails, files and the page use too. */
interface SharedTexts {
  'bulk-upload': typeof import('../../locales/en/bulk-upload.json')
  'sign-in-steps': typeof import('../../locales/en/sign-in-steps.json')
  'fleet-reports': typeof import('../../locales/en/fleet-reports.json')
  'sign-in': typeof import('../../locales/en/sign-in.json')
}

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : Key
type PathsOf<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string
    ? WithoutPlural<Key> | Key
    : `${Key}.${PathsOf<Node[Key]>}`
}[keyof Node & string]
type GroupsOf<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? never : Key
}[keyof Node & string]

type Noun = keyof ServerTexts
type ServerKey = { [N in Noun]: `server/${N}:${PathsOf<ServerTexts[N]>}` }[Noun]
type SharedKey = { [N in keyof SharedTexts]: `${N}:${PathsOf<SharedTexts[N]>}` }[keyof SharedTexts]
type GroupKey = { [N in Noun]: `server/${N}:${GroupsOf<ServerTexts[N]>}` }[Noun]
type GroupAt<Key extends GroupKey> = Key extends `server/${infer N extends Noun}:${infer Group}`
  ? Group extends keyof ServerTexts[N]
    ? ServerTexts[N][Group]
    : never
  : never
/** Placeholders of a text. `count` also selects the plural form. */
type Values = Record<string, string | number>

const LOCALES = join(import.meta.dirname, '../../locales')

const instance = i18next.createInstance()
// Never asynchronous: all texts are passed in.
void instance.init({
  initAsync: false,
  resources: Object.fromEntries(['en', 'fr'].map((language) => [language, readTexts(language)])),
  fallbackLng: false,
  returnNull: false,
  interpolation: { escapeValue: false },
})

function readTexts(language: string): Record<string, object> {
  const shared = ['bulk-upload', 'sign-in-steps', 'fleet-reports', 'sign-in'].map((name) => `${name}.json`)
  const files = globSync(['server/*.json', ...shared], { cwd: join(LOCALES, language) })
  return Object.fromEntries(
    files.map((file) => [
      file.replaceAll('\\', '/').replace('.json', ''),
      JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8')),
    ]),
  )
}

type Translator = (key: string, values: Record<string, string | number | boolean>) => unknown
const translators: Record<Language, Translator> = {
  en: instance.getFixedT('en') as unknown as Translator,
  fr: instance.getFixedT('fr') as unknown as Translator,
}

/** Returns a text of an email, a file or a response. @throws never; types require that the key exists. */
export const translate = (language: Language, key: ServerKey | SharedKey, values: Values = {}): string =>
  String(translators[language](key, values))

/** Returns all texts of a group, such as the headings of a file in their order, or the parts of an email. */
export const translateGroup = <Key extends GroupKey>(
  language: Language,
  key: Key,
  values: Values = {},
): GroupAt<Key> => translators[language](key, { ...values, returnObjects: true }) as GroupAt<Key>
