import SearchOff from '@mui/icons-material/SearchOff'
import { useTexts } from '#src/i18n/useTexts.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'

/** Shown for any unknown URL. */
export function NotFoundScreen() {
  const t = useTexts('shell')
  return (
    <Page title={t('shell:notFound.title')}>
      <EmptyState
        icon={<SearchOff />}
        title={t('shell:notFound.message')}
        action={
          <LinkButton to="/" variant="contained">
            {t('shell:notFound.home')}
          </LinkButton>
        }
      />
    </Page>
  )
}
