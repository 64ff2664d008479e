import { useTexts } from '#src/i18n/useTexts.ts'

/**
 * Words for a refused password, by the codes of its field. Here and not among `errors:field`, which the sign-in screen
 * loads and does not need them for.
 */
export function useRefusalText() {
  const t = useTexts('password', 'errors')
  return (fields: Record<string, readonly string[]>, name: string): string | undefined =>
    fields[name]
      ?.map((code) =>
        t(`password:refusal.${code}` as 'password:refusal.password_short', {
          defaultValue: t('errors:field.text'),
        }),
      )
      .join(' ')
}
