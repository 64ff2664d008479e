import { useTexts } from '#src/i18n/useTexts.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { type ListQuery, useListFailure } from './useListFailure.ts'

interface FailedSectionProps {
  title: string
  query: ListQuery
}

/**
 * Replaces a section that renders nothing if there is nothing to show, while it is unknown what there is: the call
 * failed, or there is no connection. Renders nothing while it loads.
 */
export function FailedSection({ title, query }: FailedSectionProps) {
  const t = useTexts()
  const list = useListFailure(query)
  if (query.data !== undefined || !list.failure) return null
  const offline = { title: t('common:notLoaded.title'), message: t('common:notLoaded.message') }
  return (
    <Section title={title}>
      <ListStates {...list} total={undefined} offline={offline} empty={null}>
        {null}
      </ListStates>
    </Section>
  )
}
