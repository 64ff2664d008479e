import Delete from '@mui/icons-material/DeleteOutlined'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { PositionPicker } from '#src/features/catalog/services/PositionPicker.tsx'
import { ServicePicker } from '#src/features/catalog/services/ServicePicker.tsx'
import type { ServiceOption } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import type { ServiceDraft } from '../history-draft.ts'

interface ServiceRowProps {
  row: ServiceDraft
  index: number
  options: readonly ServiceOption[]
  codes: FieldCodes
  onChange: (part: Partial<ServiceDraft>) => void
  /** Omitted for the only row. */
  onRemove: (() => void) | undefined
  /** The user just added this row, so typing continues in it. */
  autoFocus: boolean
}

/** One completed service: name, position and price (MHX-004). */
export function ServiceRow({ row, index, options, codes, onChange, onRemove, autoFocus }: ServiceRowProps) {
  const t = useTexts('history')
  const format = useFormat()
  const textOf = useFieldTexts()
  const at = (field: string) => textOf(codes, `vehicle_services.${index}.${field}`)
  const chosen = options.find((option) => option.id === row.service_definition_id)
  const isCanada = format.country === 'CA'
  return (
    <Paper component="li" variant="outlined" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', minHeight: 32 }}>
        <Typography variant="h3">{t('history:form.service.title', { number: index + 1 })}</Typography>
        {onRemove && (
          <IconButton
            onClick={onRemove}
            aria-label={t('history:form.service.remove', { number: index + 1 })}
            edge="end"
          >
            <Delete />
          </IconButton>
        )}
      </Stack>
      <ServicePicker
        options={options}
        value={row.service_definition_id}
        autoFocus={autoFocus}
        error={at('service_definition_id')}
        onChange={(service) =>
          onChange({
            service_definition_id: service?.id ?? null,
            position: service?.positions.includes(row.position) ? row.position : '',
          })
        }
      />
      {chosen && chosen.positions.length > 0 && (
        <PositionPicker
          positions={chosen.positions}
          value={row.position}
          onChange={(position) => onChange({ position })}
          error={at('position')}
        />
      )}
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))' }}>
        <NumberInput
          label={t('history:form.price.label')}
          name={`vehicle_services.${index}.price`}
          required
          decimals={2}
          unit={t('history:form.price.unit', { context: isCanada ? 'ca' : 'us' })}
          placeholder={chosen?.typical_price ?? ''}
          value={row.price}
          onChange={(price) => onChange({ price })}
          error={at('price')}
        />
        <NumberInput
          label={t('history:form.distance.label', { context: isCanada ? 'ca' : 'us' })}
          name={`vehicle_services.${index}.distance`}
          unit={format.distanceUnit}
          value={row.distance}
          onChange={(distance) => onChange({ distance })}
          error={at(isCanada ? 'service_kilometers' : 'service_miles')}
        />
      </Box>
    </Paper>
  )
}
