import type { RejectedLine } from '#contract/orders/shop-order.ts'
import { usePositionName } from '#src/features/catalog/services/usePositionName.ts'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'

/** Services that the fleet rejected: the shop must not do them and cannot bill them. */
export function RejectedLines({ lines }: { lines: readonly RejectedLine[] }) {
  const t = useTexts('shop-link')
  const positionOf = usePositionName()
  return (
    <Section title={t('shop-link:rejected.title')}>
      <Typography variant="body2">{t('shop-link:rejected.message')}</Typography>
      <Box component="ul" sx={{ listStyle: 'disc', mt: 1, pl: 2.5, overflowWrap: 'anywhere' }}>
        {lines.map((line) => (
          <Typography component="li" key={line.id}>
            {currentLanguage() === 'fr' ? line.name_fr : line.name_en}
            {line.position && ` (${positionOf(line.position)})`}
          </Typography>
        ))}
      </Box>
    </Section>
  )
}
