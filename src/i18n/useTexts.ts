import type { FlatNamespace, TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

/**
 * The texts of some nouns, `common` always among them: `const t = useTexts('history')`, then
 * `t('history:form.odometer.label')`. Keys are always whole, so that one search finds text and use;
 * a key of a noun that was not asked for does not compile, since its file might not be loaded.
 * Suspends until the files are there: a route loader calls `loadNamespaces` to avoid that.
 */
export function useTexts<Noun extends FlatNamespace = 'common'>(
  ...nouns: Noun[]
): TFunction<(Noun | 'common')[]> {
  const { t } = useTranslation<readonly FlatNamespace[]>(['common', ...nouns])
  return t as unknown as TFunction<(Noun | 'common')[]>
}
