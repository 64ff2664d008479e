import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import type { FieldsProps } from './ProfileFields.tsx'

/** Channels for reminders of due maintenance; push is not offered (SET-015). */
export function ReminderFields({ draft: { reminders }, change }: Omit<FieldsProps, 'faults'>) {
  const t = useTexts('preferences')
  return (
    <Section title={t('preferences:section.reminders')}>
      <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
        {t('preferences:section.remindersLead')}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <CheckboxInput
          label={t('preferences:channel.email')}
          name="email_notification"
          checked={reminders.email_notification}
          onChange={(isOn) => change({ reminders: { ...reminders, email_notification: isOn } })}
        />
        <CheckboxInput
          label={t('preferences:channel.text')}
          name="text_notification"
          checked={reminders.text_notification}
          onChange={(isOn) => change({ reminders: { ...reminders, text_notification: isOn } })}
        />
      </Box>
    </Section>
  )
}
