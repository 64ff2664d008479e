import { NoAccess } from '#src/ui/feedback/NoAccess.tsx'
import { Page } from '#src/ui/layout/Page.tsx'

/** Shown instead of the user form to users who may not manage users. */
export function NoUserAccess({ title }: { title: string }) {
  return (
    <Page title={title} width="reading">
      <NoAccess />
    </Page>
  )
}
