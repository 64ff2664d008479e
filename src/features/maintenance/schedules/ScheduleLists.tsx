import ChevronRight from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { InlineFacts } from '#src/ui/layout/InlineFacts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { useDueFacts } from '../intervals/useDueFacts.ts'
import { ListRowButton } from './parts/ListRowButton.tsx'
import { type ScheduleInterval, TAGS } from './schedule-intervals.ts'
import { useIntervalText } from './useIntervalText.ts'

interface ScheduleListsProps {
  lines: readonly ScheduleInterval[]
  odometer: number | null
  onOpen: (itemId: number) => void
}

/** The three lists of a vehicle's schedule (SCH-011). */
export function ScheduleLists({ lines, odometer, onOpen }: ScheduleListsProps) {
  const t = useTexts('schedules')
  const words = useIntervalText()
  const { language } = useFormat()
  const dueFacts = useDueFacts()
  return TAGS.map((tag) => {
    const own = lines.filter((line) => line.tag === tag)
    return (
      <Section key={tag} title={t(`schedules:tag.${tag}`)} flush>
        {own.length === 0 && (
          <Typography variant="body2" sx={{ px: 2, pb: 2, color: 'text.secondary' }}>
            {t(`schedules:none.${tag}`)}
          </Typography>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {own.map((line) => (
            <Box component="li" key={line.item_id} sx={{ borderTop: 1, borderColor: 'divider' }}>
              <ListRowButton onClick={() => onOpen(line.item_id)} end={<ChevronRight />}>
                <Typography
                  sx={{ fontWeight: 600, color: tag === 'Past Due' ? 'error.main' : 'text.primary' }}
                >
                  {words(line)}
                </Typography>
                <Typography variant="body2">
                  {line.services.map((service) => serviceName(service, language)).join(', ')}
                </Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  <InlineFacts facts={dueFacts(line, odometer)} />
                </Typography>
              </ListRowButton>
            </Box>
          ))}
        </Box>
      </Section>
    )
  })
}
