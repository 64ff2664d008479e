import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { UnsentDevices } from './UnsentDevices.tsx'
import { unsentQuery } from './unsent.queries.ts'

const shownCount = 3

/** Unsent work on the fleet's phones, for managers; hidden if there is none (docs/offline.md#protocol). */
export function UnsentPanel() {
  const t = useTexts('unsent')
  const { number } = useFormat()
  const { can } = useSession()
  const { data } = useQuery({ ...unsentQuery(1, shownCount), enabled: can('unsent.read') })
  if (!data || data.total_count === 0) return null
  return (
    <Section
      title={t('unsent:title')}
      flush
      actions={
        <LinkButton to="/unsent_work" size="small">
          {t('unsent:all', { number: number(data.total_count) })}
        </LinkButton>
      }
    >
      <UnsentDevices devices={data.devices} />
    </Section>
  )
}
