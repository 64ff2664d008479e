import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, toLanguage } from '#contract/core/locale.ts'
import { type DeviceKind, thisDeviceKind } from '#src/lib/device-kind.ts'
import { detectLanguage, languageStorageKey } from './device-language.ts'

/** Texts of the sign-in screen only: the list of all texts would be one percent of its size budget. */
const first = import.meta.glob<string>('../../locales/*/{common,errors,sign-in,sign-in-steps}.json', {
  query: '?url',
  import: 'default',
  eager: true,
})

/**
 * Loads one namespace of one language, so that the other language costs nothing. As data, not as a module: parsing JSON
 * is cheaper than running JavaScript.
 */
const textFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    fetchTexts(`../../locales/${language}/${namespace}.json`).then(
      (texts) => done(null, texts),
      // Online, i18next asks again: one lost request would leave keys on the screen for the rest of the visit.
      (error) => done(error instanceof Error ? error : new Error(String(error)), navigator.onLine),
    )
  },
}

async function fetchTexts(path: string): Promise<ResourceKey> {
  const address = first[path] ?? (await import('./all-texts.ts')).allTexts[path]
  if (!address) throw new Error(`No locale file ${path}`)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.json()
}

/** After 0.35, 0.7 and 1.4 s. */
const RETRIES = 3

/**
 * Starts i18next with the device's language and the first screen's namespaces. Resolves when those texts are loaded, so
 * that the first paint has them. Idempotent.
 */
export async function startI18n(namespaces: string[] = []): Promise<void> {
  if (i18next.isInitialized) return
  const language = detectLanguage()
  await i18next
    .use(textFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: ['en', 'fr'],
      // Both languages have every key (npm run check), so a fallback would only load the other language.
      fallbackLng: false,
      ns: ['common', ...namespaces],
      defaultNS: 'common',
      interpolation: { escapeValue: false, defaultVariables: deviceTexts },
      maxRetries: RETRIES,
      react: { useSuspense: true },
      returnNull: false,
      parseMissingKeyHandler: textOfUnknownCode,
    })
  document.documentElement.lang = i18next.language
  i18next.on('languageChanged', (code) => {
    document.documentElement.lang = code
  })
}

/** Returns the text of a code that a newer server sends and this version of the app does not know (ERR-012). */
function textOfUnknownCode(key: string, defaultValue?: string): string {
  // Empty until the texts of `common` are loaded.
  return defaultValue ?? (i18next.t('common:unknownCode', { defaultValue: '' }) || key)
}

const THIS_DEVICE: Record<Language, Record<DeviceKind, string>> = {
  en: { phone: 'this phone', computer: 'this computer', device: 'this device' },
  fr: { phone: 'ce téléphone', computer: 'cet ordinateur', device: 'cet appareil' },
}

let deviceKind: DeviceKind | undefined

/** Default variables of all texts: 'Saved on {{thisDevice}}' becomes 'phone' on phones only. i18next reads them for each text. */
const deviceTexts = {
  get thisDevice() {
    deviceKind ??= thisDeviceKind()
    return THIS_DEVICE[currentLanguage()][deviceKind]
  },
}

/**
 * Loads namespaces before a screen renders. Route loaders await it, so that the screen does not suspend.
 * @throws if they cannot be loaded; a later call tries again
 */
export async function loadNamespaces(...namespaces: string[]): Promise<void> {
  const { language } = i18next
  await i18next.loadNamespaces(namespaces)
  await reloadMissing(language, namespaces)
}

/** After a failure, `loadNamespaces` and `changeLanguage` of i18next load nothing. */
async function reloadMissing(language: string, namespaces: string[]): Promise<void> {
  const missing = () => namespaces.filter((name) => !i18next.hasResourceBundle(language, name))
  if (missing().length > 0) await i18next.reloadResources(language, missing())
  if (missing().length > 0) throw new Error(`Texts that could not be loaded: ${missing().join(', ')}`)
}

/**
 * Switches the language without a reload and stores it on this device.
 * @throws if the texts of all screens visited so far cannot be loaded; the language stays the same
 */
export async function changeLanguage(language: Language): Promise<void> {
  await reloadMissing(language, Object.keys(i18next.getDataByLanguage(i18next.language) ?? {}))
  try {
    localStorage.setItem(languageStorageKey, language)
  } catch {
    // If storage is blocked, the choice lasts for this visit.
  }
  await i18next.changeLanguage(language)
}

/** Returns the current language. */
export function currentLanguage(): Language {
  return toLanguage(i18next.language) ?? 'en'
}
