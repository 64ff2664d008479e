import { useTexts } from '#src/i18n/useTexts.ts'

/** Returns the message for a refused password, by the error codes of its field. */
export function usePasswordErrorText() {
  const t = useTexts('password')
  return (fields: Record<string, readonly string[]>, name: string): string | undefined =>
    fields[name]
      ?.map((code) =>
        t(`password:rejection.${code}` as 'password:rejection.password_short', {
          defaultValue: t('password:rejection.password'),
        }),
      )
      .join(' ')
}
