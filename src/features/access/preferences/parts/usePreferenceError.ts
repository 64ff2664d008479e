import type { DraftField, FieldCodes } from '#src/features/access/preferences/preferences-draft.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Returns the error message of a field (ACC-117 to ACC-119): `faultOf('zip', label)`. */
export function usePreferenceError(faults: FieldCodes) {
  const t = useTexts('preferences', 'password')
  return (name: DraftField, field: string): string | undefined =>
    faults[name]
      ?.map((code) =>
        code.startsWith('password_') && code !== 'password_mismatch'
          ? t(`password:rejection.${code}` as 'password:rejection.password_short')
          : t(`preferences:rejection.${code}` as 'preferences:rejection.required', {
              field,
              defaultValue: t('preferences:rejection.text'),
            }),
      )
      .join(' ')
}
