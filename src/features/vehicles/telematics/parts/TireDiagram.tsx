import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { WHEELS } from '#contract/vehicles/telematics.ts'
import { tirePressure, tireTemperature } from '#src/features/vehicles/telematics/tire-units.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dash } from '#src/lib/format/format.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { CarTopView } from './CarTopView.tsx'

/** The four tires around the vehicle from above (TEL-010). */
export function TireDiagram({ tires }: { tires: TelematicsSnapshot['tires'] }) {
  const t = useTexts('telematics')
  const { country } = useFormat()
  const names = {
    front_left: t('telematics:wheel.front_left'),
    front_right: t('telematics:wheel.front_right'),
    rear_left: t('telematics:wheel.rear_left'),
    rear_right: t('telematics:wheel.rear_right'),
  }
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateAreas: '"front_left car front_right" "rear_left car rear_right"',
        gridTemplateColumns: '1fr 72px 1fr',
        gap: 1,
        alignItems: 'center',
        maxWidth: 360,
      }}
    >
      <CarTopView width={72} />
      {WHEELS.map((wheel) => {
        const tire = tires.find((candidate) => candidate.wheel === wheel)
        return (
          <Box key={wheel} sx={{ gridArea: wheel, textAlign: wheel.endsWith('left') ? 'end' : 'start' }}>
            <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
              {names[wheel]}
            </Typography>
            <Typography sx={{ fontWeight: 600 }}>
              {tirePressure(tire?.pressure ?? null, country) ?? dash}
            </Typography>
            <Typography variant="body2">
              {tireTemperature(tire?.temperature ?? null, country) ?? dash}
            </Typography>
          </Box>
        )
      })}
    </Box>
  )
}
