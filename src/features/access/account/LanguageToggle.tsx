import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { Language } from '#contract/core/locale.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useChangeLanguage } from './useChangeLanguage.ts'

interface LanguageToggleProps {
  /** Called after the texts have changed, to save the choice with the user (BRD-058). */
  onChange?: (language: Language) => void
  size?: 'small' | 'medium'
}

/** Switches the texts between the brand's languages at once (BRD-027). */
export function LanguageToggle({ onChange, size = 'small' }: LanguageToggleProps) {
  const t = useTexts('common')
  const { languages } = useBrand()
  const changeLanguage = useChangeLanguage()
  const choose = async (language: Language | null) => {
    if (language && (await changeLanguage(language))) onChange?.(language)
  }
  return (
    <ToggleButtonGroup
      exclusive
      size={size}
      value={currentLanguage()}
      aria-label={t('common:language.label')}
      onChange={(_, language: Language | null) => void choose(language)}
    >
      {languages.map((language) => (
        <ToggleButton
          key={language}
          value={language}
          lang={language}
          // Starts with the visible text, so that speech input users can name the button (WCAG 2.5.3).
          aria-label={`${language.toUpperCase()} – ${names[language]}`}
          sx={{ px: 1.5 }}
        >
          {language.toUpperCase()}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

/** Each language in that language, so that its speakers recognize it. */
const names: Record<Language, string> = { en: 'English', fr: 'Français' }
