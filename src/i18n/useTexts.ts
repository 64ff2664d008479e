import i18next, { type FlatNamespace, type TFunction } from 'i18next'
import { use } from 'react'
import { loadNamespaces } from './i18n.ts'
import { useLanguage } from './useLanguage.ts'

type Translate = (key: string, options?: object) => string

/**
 * Returns the translation function for some namespaces, plus `common`: `const t = useTexts('history')`, then
 * `t('history:form.odometer.label')`. Keys are always complete, so that a search finds each text and its use. A key of
 * another namespace does not compile, because its file might not be loaded. Suspends until the files are loaded; a
 * route loader calls `loadNamespaces` to avoid that. The function is the same for all components, unlike that of
 * `useTranslation`, which resolves each text on each render.
 */
export function useTexts<Noun extends FlatNamespace = 'common'>(
  ...nouns: Noun[]
): TFunction<(Noun | 'common')[]> {
  const language = useLanguage()
  // Once a component has suspended, it must call `use` again when React replays it, or React takes the replay for an
  // update and throws error 467.
  if (requests.has(requestName(language, nouns)) || nouns.some((noun) => !isLoaded(language, noun)))
    use(loading(language, nouns))
  return translateIn(language) as unknown as TFunction<(Noun | 'common')[]>
}

const loaded = new Set<string>()

function isLoaded(language: string, noun: string): boolean {
  const name = `${language} ${noun}`
  if (!loaded.has(name) && i18next.hasResourceBundle(language, noun)) loaded.add(name)
  return loaded.has(name)
}

/** Time for React to show that texts could not be loaded, before a new attempt. */
const FAILURE_MS = 1000

/** React needs the same promise for each attempt to render. */
const requests = new Map<string, Promise<void>>()

const requestName = (language: string, nouns: readonly string[]) => `${language} ${nouns.join(' ')}`

function loading(language: string, nouns: readonly string[]): Promise<void> {
  const name = requestName(language, nouns)
  const known = requests.get(name)
  if (known) return known
  const request = loadNamespaces(...nouns)
  requests.set(name, request)
  request.catch(() => setTimeout(() => requests.delete(name), FAILURE_MS))
  return request
}

const functions = new Map<string, Translate>()

function translateIn(language: string): Translate {
  const known = functions.get(language)
  if (known) return known
  const translate = i18next.getFixedT(language) as Translate
  const texts = new Map<string, string>()
  const cached: Translate = (key, options) => {
    if (options !== undefined) return translate(key, options)
    const text = texts.get(key) ?? translate(key)
    if (!texts.has(key) && i18next.exists(key, { lng: language })) texts.set(key, text)
    return text
  }
  functions.set(language, cached)
  return cached
}
