import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { Device } from './parts/Device.tsx'
import { sessionsQuery } from './preferences.queries.ts'

/** The user's sessions. Each of the others, or all of them, can be ended here (ruling 4). */
export function OwnSessions() {
  const t = useTexts('preferences')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const query = useQuery(sessionsQuery())
  const { data } = query
  const list = useListFailure(query)
  const [isAsking, setAsking] = useState(false)
  const { end, endOthers } = useEndSessions(() => setAsking(false))
  const failure = end.failure ?? endOthers.failure
  const offline = !isOnline && t('preferences:devices.offline')
  if (!data)
    return (
      <Section title={t('preferences:devices.title')}>
        <ListStates
          {...list}
          total={undefined}
          offline={{ message: t('preferences:devices.offline') }}
          rows={2}
          rowHeight={72}
          empty={null}
        >
          {null}
        </ListStates>
      </Section>
    )
  const others = data.sessions.filter((session) => !session.is_current)
  return (
    <Section title={t('preferences:devices.title')}>
      <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
        {others.length > 0 ? t('preferences:devices.lead') : t('preferences:devices.only')}
      </Typography>
      {failure && <AlertBox type="error" message={textOf(failure)} />}
      <ul>
        {data.sessions.map((session) => (
          <Device
            key={session.id}
            session={session}
            isBusy={end.isBusy && end.input === session.id}
            offline={offline}
            onEnd={() => void end.run(session.id)}
          />
        ))}
      </ul>
      {others.length > 1 && (
        <ActionButton
          variant="outlined"
          color="error"
          sx={{ mt: 1 }}
          disabledReason={offline}
          onClick={() => setAsking(true)}
        >
          {t('preferences:devices.endOthers')}
        </ActionButton>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('preferences:devices.endOthersTitle')}
        message={t('preferences:devices.endOthersMessage')}
        confirmLabel={t('preferences:devices.endOthers')}
        isDestructive
        isBusy={endOthers.isBusy}
        onConfirm={() => void endOthers.run()}
        onCancel={() => setAsking(false)}
      />
    </Section>
  )
}

function useEndSessions(onOthersDone: () => void) {
  const t = useTexts('preferences')
  const toast = useToast()
  const queryClient = useQueryClient()
  const reload = () => queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey })
  const end = useWrite({
    call: (id: string) => api.ownSessions.end({ id }),
    refresh: reload,
    onSaved: () => toast('success', t('preferences:devices.ended')),
  })
  const endOthers = useWrite({
    call: () => api.ownSessions.endOthers(),
    refresh: reload,
    onSaved({ ended }) {
      onOthersDone()
      toast('success', t('preferences:devices.othersEnded', { count: ended }))
    },
    onFailed: onOthersDone,
  })
  return { end, endOthers }
}
