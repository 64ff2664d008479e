import type { Language } from '#contract/core/locale.ts'
import { changeLanguage } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

/** Returns a function that switches the language. It resolves with false, after a message, if the texts are missing. */
export function useChangeLanguage(): (language: Language) => Promise<boolean> {
  const t = useTexts()
  const toast = useToast()
  return async (language) => {
    try {
      await changeLanguage(language)
      return true
    } catch {
      toast('danger', t('common:language.notChanged'))
      return false
    }
  }
}
