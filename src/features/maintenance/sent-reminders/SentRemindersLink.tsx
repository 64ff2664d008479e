import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'

/** Links from the preferences to the reminders that were sent. */
export function SentRemindersLink() {
  const t = useTexts('sent-reminders')
  return (
    <Section title={t('sent-reminders:link.title')}>
      <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
        {t('sent-reminders:link.lead')}
      </Typography>
      <LinkButton to="/user_preferences/reminders" variant="outlined">
        {t('sent-reminders:link.open')}
      </LinkButton>
    </Section>
  )
}
