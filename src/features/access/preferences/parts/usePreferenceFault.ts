import { useTexts } from '#src/i18n/useTexts.ts'
import type { DraftField, FieldCodes } from '../preferences-draft.ts'

/** Words for what is wrong with a field (ACC-117 to ACC-119): `faultOf('zip', label)`. */
export function usePreferenceFault(faults: FieldCodes) {
  const t = useTexts('preferences', 'password')
  return (name: DraftField, field: string): string | undefined =>
    faults[name]
      ?.map((code) =>
        code.startsWith('password_') && code !== 'password_mismatch'
          ? t(`password:refusal.${code}` as 'password:refusal.password_short')
          : t(`preferences:refusal.${code}` as 'preferences:refusal.required', {
              field,
              defaultValue: t('preferences:refusal.text'),
            }),
      )
      .join(' ')
}
