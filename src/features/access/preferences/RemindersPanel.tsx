import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { MaintenancePreferences } from '#contract/access/preferences.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { remindersQuery } from './preferences.queries.ts'
import { saveReminders } from './save-reminders.ts'

type Channels = Pick<MaintenancePreferences, 'email_notification' | 'text_notification'>

/** Channels for reminders of due maintenance to the signed-in user (SET-014 to SET-019). */
export function RemindersPanel() {
  const t = useTexts('preferences')
  const { user } = useSession()
  const query = useQuery(remindersQuery(user.id))
  const { data } = query
  const list = useListFailure(query)
  return (
    <Section title={t('preferences:section.reminders')}>
      <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
        {t('preferences:section.remindersLead')}
      </Typography>
      <ListStates
        {...list}
        total={data ? 1 : undefined}
        failure={data ? undefined : list.failure}
        offline={{ message: t('preferences:form.offline') }}
        rows={2}
        rowHeight={48}
        empty={null}
      >
        {data && <Form stored={data} />}
      </ListStates>
    </Section>
  )
}

function Form({ stored }: { stored: MaintenancePreferences }) {
  const t = useTexts('preferences')
  const { user } = useSession()
  const isOnline = useOnline()
  const toast = useToast()
  const textOf = useFailureText()
  const client = useQueryClient()
  // Only the switches that were changed here; the others follow the stored values, even when those change.
  const [touched, setTouched] = useState<Partial<Channels>>({})
  const { email_notification, text_notification } = { ...stored, ...touched }
  const isChanged =
    email_notification !== stored.email_notification || text_notification !== stored.text_notification
  useUnsavedTyping(isChanged)
  const save = useWrite({
    call: () => saveReminders(user.id, touched),
    onSaved(saved) {
      client.setQueryData(remindersQuery(user.id).queryKey, saved)
      setTouched({})
      toast('success', t('preferences:form.saved'))
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    void save.run()
  }
  return (
    <Stack component="form" onSubmit={submit} sx={{ gap: 1, alignItems: 'flex-start' }}>
      <FormControlLabel
        sx={{ minHeight: 48 }}
        label={t('preferences:channel.text')}
        control={
          <Switch
            name="text_notification"
            checked={text_notification}
            onChange={(_, isOn) => setTouched({ ...touched, text_notification: isOn })}
          />
        }
      />
      <FormControlLabel
        sx={{ minHeight: 48 }}
        label={t('preferences:channel.email')}
        control={
          <Switch
            name="email_notification"
            checked={email_notification}
            onChange={(_, isOn) => setTouched({ ...touched, email_notification: isOn })}
          />
        }
      />
      {save.failure && <AlertBox type="error" message={textOf(save.failure)} />}
      <ActionButton
        type="submit"
        variant="contained"
        loading={save.isBusy}
        disabledReason={
          (!isOnline && t('preferences:form.offline')) || (!isChanged && t('preferences:form.unchanged'))
        }
        sx={{ minHeight: 44 }}
      >
        {t('preferences:form.saveChanges')}
      </ActionButton>
    </Stack>
  )
}
