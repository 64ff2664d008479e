import Delete from '@mui/icons-material/DeleteOutlined'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import type { PriceEstimate } from '#contract/catalog/services.ts'
import { PositionPicker } from '#src/features/catalog/services/PositionPicker.tsx'
import type { ServiceOption } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { keyOf, type ServiceLine } from '../request-draft.ts'

interface ServiceLinesProps {
  lines: readonly ServiceLine[]
  options: readonly ServiceOption[]
  /** Prices at the chosen shop, by service. */
  prices: ReadonlyMap<number, readonly PriceEstimate[]>
  /** Marks each service that still needs a position. */
  showsMissing: boolean
  onChange: (lines: ServiceLine[]) => void
}

/** The chosen services, each with its position if it has any, and its price at the shop (SVC-064). */
export function ServiceLines({ lines, options, prices, showsMissing, onChange }: ServiceLinesProps) {
  const t = useTexts('requests')
  return (
    <Box component="ul" aria-label={t('requests:services.label')} sx={{ display: 'grid', gap: 1 }}>
      {lines.map((line, index) => {
        const option = options.find((option) => option.id === line.service_definition_id)
        const price = prices.get(line.service_definition_id)?.[0]
        return (
          <Paper
            component="li"
            variant="outlined"
            key={keyOf(lines, index)}
            sx={{ px: 2, py: 1, display: 'grid', gap: 1 }}
          >
            <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
              <Typography sx={{ flex: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
                {option?.name ?? t('requests:services.unknown')}
              </Typography>
              {price && <Price price={price} />}
              <IconButton
                edge="end"
                aria-label={t('requests:services.remove', { service: option?.name ?? '' })}
                onClick={() => onChange(lines.toSpliced(index, 1))}
              >
                <Delete />
              </IconButton>
            </Stack>
            {option && option.positions.length > 0 && (
              <PositionPicker
                isRequired
                positions={option.positions}
                value={line.position}
                onChange={(position) => onChange(lines.with(index, { ...line, position }))}
                error={showsMissing && line.position === '' ? t('requests:problem.position') : undefined}
              />
            )}
          </Paper>
        )
      })}
    </Box>
  )
}

function Price({ price }: { price: PriceEstimate }) {
  const t = useTexts('requests')
  const format = useFormat()
  return (
    <Box sx={{ textAlign: 'end' }}>
      <Typography sx={{ fontWeight: 600 }}>{format.money(price.shop_price_estimate)}</Typography>
      <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
        {t(`requests:price.${price.kind}`)}
      </Typography>
    </Box>
  )
}
