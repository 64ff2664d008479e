import FormControl from '@mui/material/FormControl'
import FormLabel from '@mui/material/FormLabel'
import { useId } from 'react'
import {
  EMAIL_NOTIFICATIONS,
  type EmailNotification,
  TEXT_NOTIFICATIONS,
  type TextNotification,
} from '#domain/access/preferences-rules.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import type { PreferencesDraft } from './preferences-draft.ts'

type Chosen = Pick<PreferencesDraft, 'email_notification_preferences' | 'text_notification_preferences'>
interface NotificationFieldsProps {
  draft: Chosen
  change: (part: Partial<Chosen>) => void
}

type Notification = EmailNotification | TextNotification
const REMINDERS: Notification[] = ['twenty_four_hour_reminder', 'one_hour_reminder']
const byEmail = (Object.keys(EMAIL_NOTIFICATIONS) as EmailNotification[]).filter(
  // Sent, but never shown (USR-053).
  (name) => name !== 'payment_received',
)
const byText = Object.keys(TEXT_NOTIFICATIONS) as TextNotification[]

/** Switches for notifications by email and by text message (USR-051 to USR-056). */
export function NotificationFields({ draft, change }: NotificationFieldsProps) {
  const t = useTexts('preferences')
  const { email_notification_preferences: email, text_notification_preferences: text } = draft
  return (
    <Section title={t('preferences:section.notifications')}>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
        <Channel
          label={t('preferences:channel.email')}
          channel="email"
          names={byEmail}
          isOn={(name) => email[name]}
          onChange={(name, isOn) => change({ email_notification_preferences: { ...email, [name]: isOn } })}
        />
        <Channel
          label={t('preferences:channel.text')}
          channel="text"
          names={byText}
          isOn={(name) => text[name]}
          onChange={(name, isOn) => change({ text_notification_preferences: { ...text, [name]: isOn } })}
        />
      </Box>
    </Section>
  )
}

interface ChannelProps<Name extends Notification> {
  label: string
  channel: 'email' | 'text'
  names: readonly Name[]
  isOn: (name: Name) => boolean
  onChange: (name: Name, isOn: boolean) => void
}

function Channel<Name extends Notification>({ label, channel, names, isOn, onChange }: ChannelProps<Name>) {
  const t = useTexts('preferences')
  const box = (name: Name) => (
    <CheckboxInput
      key={name}
      name={`${channel}.${name}`}
      label={t(`preferences:notification.${name as Notification}`)}
      checked={isOn(name)}
      onChange={(value) => onChange(name, value)}
    />
  )
  const isReminder = (name: Name) => REMINDERS.includes(name)
  return (
    <Group label={label} isHeading>
      {names.filter((name) => !isReminder(name)).map(box)}
      <Group label={t('preferences:notification.before')}>{names.filter(isReminder).map(box)}</Group>
    </Group>
  )
}

function Group({
  label,
  isHeading = false,
  children,
}: {
  label: string
  isHeading?: boolean
  children: React.ReactNode
}) {
  const id = useId()
  return (
    <FormControl component="fieldset" aria-labelledby={id} sx={{ mt: isHeading ? 0 : 1 }}>
      <FormLabel
        id={id}
        component="legend"
        focused={false}
        sx={{ mb: 0.5, fontSize: '0.875rem', color: 'text.primary', fontWeight: isHeading ? 650 : 500 }}
      >
        {label}
      </FormLabel>
      {children}
    </FormControl>
  )
}
