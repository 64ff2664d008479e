import type { ReactNode } from 'react'
import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Carousel } from '#src/ui/layout/Carousel.tsx'
import { batteryPercent } from './battery.ts'
import { CarTopView } from './parts/CarTopView.tsx'
import { BatteryDrawing, EngineDrawing, OilDrawing } from './parts/Drawings.tsx'
import { tirePressure } from './tire-units.ts'

/** The readings as a carousel of gauges (TEL-014..016). Omits values that were never read. */
export function ReadingGauges({ readings }: { readings: TelematicsSnapshot }) {
  const t = useTexts('telematics')
  const format = useFormat()
  const { engine_oil: oil, battery_life: battery, tires, fault_codes: faults } = readings
  const pressures = tires.flatMap(({ pressure }) => pressure ?? [])
  const slides: { key: string; content: ReactNode }[] = []
  if (oil.percent !== null)
    slides.push({
      key: 'oil',
      content: (
        <Picture title={t('telematics:oil.title')} reading={format.percent(oil.percent)}>
          <OilDrawing percent={oil.percent} />
        </Picture>
      ),
    })
  if (battery.volts !== null)
    slides.push({
      key: 'battery',
      content: (
        <Picture
          title={t('telematics:battery.title')}
          reading={t('telematics:battery.volts', { volts: format.number(battery.volts) })}
        >
          <BatteryDrawing percent={batteryPercent(battery.volts)} />
        </Picture>
      ),
    })
  if (pressures.length > 0)
    slides.push({
      key: 'tires',
      content: (
        <Picture
          title={t('telematics:tires.title')}
          reading={t('telematics:pictures.tires', {
            pressure: tirePressure(Math.min(...pressures), format.country),
          })}
        >
          <CarTopView width={58} />
        </Picture>
      ),
    })
  slides.push({
    key: 'faults',
    content: (
      <Picture
        title={t('telematics:faults.title')}
        reading={
          faults.length === 0
            ? t('telematics:faults.none')
            : t('telematics:pictures.faults', { count: faults.length })
        }
      >
        <EngineDrawing isLit={faults.length > 0} />
      </Picture>
    ),
  })
  return <Carousel label={t('telematics:pictures.label')} slides={slides} />
}

function Picture({ title, reading, children }: { title: string; reading: string; children: ReactNode }) {
  return (
    <Stack component="figure" sx={{ m: 0, alignItems: 'center', gap: 0.5 }}>
      <Stack sx={{ height: 128, justifyContent: 'center' }}>{children}</Stack>
      <Typography component="figcaption" sx={{ textAlign: 'center' }}>
        <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
          {title}
        </Typography>
        <Typography component="span" sx={{ fontWeight: 650 }}>
          {reading}
        </Typography>
      </Typography>
    </Stack>
  )
}
