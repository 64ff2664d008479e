import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { Kept } from '#src/offline/cache-api.ts'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { DocumentItem } from '../glovebox/DocumentItem.tsx'

/** The papers of a vehicle for showing: each opens over the whole screen, without signal too. */
export function CounterPapers({ items }: { items: readonly Kept<GloveboxItem>[] | undefined }) {
  const t = useTexts('membership-card', 'glovebox')
  const shown = items?.filter(({ waiting }) => waiting?.change !== 'delete')
  return (
    <Section title={t('glovebox:title')}>
      {!shown && <SkeletonList rows={2} />}
      {shown?.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t('membership-card:noPapers')}</Typography>
      )}
      {shown && shown.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {shown.map((kept) => (
            <DocumentItem key={kept.row.id} kept={kept} />
          ))}
        </Box>
      )}
    </Section>
  )
}
