import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { SignInRow } from './parts/SignInRow.tsx'
import { signInsQuery } from './preferences.queries.ts'

/** The user's latest sign-ins, including failures and lockouts, so that they can spot foreign attempts (S-32). */
export function RecentSignIns() {
  const t = useTexts('preferences')
  const query = useQuery(signInsQuery())
  const entries = query.data?.sign_ins
  const list = useListFailure(query)
  return (
    <Section title={t('preferences:signIns.title')}>
      <ListStates
        {...list}
        total={entries?.length}
        failure={entries ? undefined : list.failure}
        offline={{ message: t('preferences:signIns.offline') }}
        rows={2}
        rowHeight={72}
        empty={
          <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
            {t('preferences:signIns.empty')}
          </Typography>
        }
      >
        <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
          {t('preferences:signIns.lead')}
        </Typography>
        <ul>
          {entries?.map((entry) => (
            <SignInRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </ListStates>
    </Section>
  )
}
