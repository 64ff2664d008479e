import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { DocumentItem } from '../glovebox/DocumentItem.tsx'

/** Shows a vehicle's documents to present at a shop. Each opens full screen, also offline. */
export function MembershipCardDocuments({ items }: { items: readonly LocalRow<GloveboxItem>[] | undefined }) {
  const t = useTexts('membership-card', 'glovebox')
  const firstLoad = useFirstLoad()
  const shown = items?.filter(({ waiting }) => waiting?.change !== 'delete')
  return (
    <Section title={t('glovebox:title')}>
      <ListStates
        {...firstLoad}
        total={shown?.length}
        rows={2}
        rowHeight={72}
        empty={<Typography sx={{ color: 'text.secondary' }}>{t('membership-card:noPapers')}</Typography>}
      >
        <ul>
          {shown?.map((localRow) => (
            <DocumentItem key={localRow.row.id} localRow={localRow} />
          ))}
        </ul>
      </ListStates>
    </Section>
  )
}
