import { useTexts } from '#src/i18n/useTexts.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { type ListQuery, useListFailure } from './useListFailure.ts'

interface FailedSectionProps {
  title: string
  query: ListQuery
}

/**
 * Says that the content of a section, which is hidden while empty, is not known: the call failed, or there is no
 * connection. Renders nothing while it loads.
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
