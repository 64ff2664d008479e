import type { FlatNamespace, TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

/**
 * Returns the translation function for some namespaces, plus `common`: `const t = useTexts('history')`, then
 * `t('history:form.odometer.label')`. Keys are always complete, so that a search finds each text and its use. A key of
 * another namespace does not compile, because its file might not be loaded. Suspends until the files are loaded; a
 * route loader calls `loadNamespaces` to avoid that.
 */
export function useTexts<Noun extends FlatNamespace = 'common'>(
  ...nouns: Noun[]
): TFunction<(Noun | 'common')[]> {
  const { t } = useTranslation<readonly FlatNamespace[]>(['common', ...nouns])
  return t as unknown as TFunction<(Noun | 'common')[]>
}
