import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { LanguageToggle } from './LanguageToggle.tsx'
import { useSaveLanguage } from './useSaveLanguage.ts'

/** Language of the app, saved with the user (BRD-058). Renders nothing if the brand has a single language. */
export function LanguageSection() {
  const t = useTexts('preferences')
  const { languages } = useBrand()
  const save = useSaveLanguage()
  if (languages.length < 2) return null
  return (
    <Section title={t('common:language.label')} actions={<LanguageToggle onChange={save} />}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('preferences:language')}
      </Typography>
    </Section>
  )
}
