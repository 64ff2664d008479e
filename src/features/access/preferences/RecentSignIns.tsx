import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { toFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { SignInRow } from './parts/SignInRow.tsx'
import { signInsQuery } from './preferences.queries.ts'

/** The user's newest sign-ins, failed ones and lockouts too, so that they notice what was not theirs (S-32). */
export function RecentSignIns() {
  const t = useTexts('preferences')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const { data, error, refetch } = useQuery(signInsQuery())
  return <Section title={t('preferences:signIns.title')}>{content()}</Section>

  function content() {
    if (!data) {
      const message = error && (isOnline ? textOf(toFailure(error)) : t('preferences:signIns.offline'))
      return message ? (
        <ErrorPanel message={message} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList rows={2} />
      )
    }
    const isEmpty = data.sign_ins.length === 0
    return (
      <>
        <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
          {isEmpty ? t('preferences:signIns.empty') : t('preferences:signIns.lead')}
        </Typography>
        {!isEmpty && (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {data.sign_ins.map((entry) => (
              <SignInRow key={entry.id} entry={entry} />
            ))}
          </Box>
        )}
      </>
    )
  }
}
