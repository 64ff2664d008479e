import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { ServicePicker } from '#src/features/catalog/services/ServicePicker.tsx'
import type { ServiceOption } from '#src/features/catalog/services/service-options.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import type { DraftItem } from './template-draft.ts'

interface ItemFieldsProps {
  line: DraftItem
  /** Position in the list, from 1. */
  number: number
  unit: 'mi' | 'km'
  services: readonly ServiceOption[]
  /** By field name: 'every'. */
  codes: FieldCodes
  onChange: (line: DraftItem) => void
  onRemove: () => void
}

/** One item of a schedule: services that are done together, and their interval. */
export function ItemFields({ line, number, unit, services, codes, onChange, onRemove }: ItemFieldsProps) {
  const t = useTexts('templates')
  const textOf = useFieldTexts()
  const chosen = line.service_ids.flatMap((id) => services.find((service) => service.id === id) ?? [])
  return (
    <Box
      component="fieldset"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, m: 0, p: 2, minWidth: 0 }}
    >
      <Box component="legend" sx={{ px: 0.5, fontWeight: 600 }}>
        {t('templates:line.title', { number })}
      </Box>
      <Stack sx={{ gap: 1.5 }}>
        {chosen.length > 0 && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            {chosen.map(({ id, name }) => (
              <Chip
                key={id}
                label={name}
                sx={{
                  height: 'auto',
                  minHeight: 36,
                  '& .MuiChip-label': { whiteSpace: 'normal', py: 1 },
                  '& .MuiChip-deleteIcon': {
                    fontSize: 24,
                    p: 1.25,
                    boxSizing: 'content-box',
                    m: 0,
                    color: 'text.secondary',
                  },
                }}
                onDelete={() =>
                  onChange({ ...line, service_ids: line.service_ids.filter((serviceId) => serviceId !== id) })
                }
                deleteIcon={<DeleteOutlined aria-label={t('templates:line.without', { service: name })} />}
              />
            ))}
          </Stack>
        )}
        <ServicePicker
          // Clears the input after each choice.
          key={line.service_ids.length}
          options={services.filter(({ id }) => !line.service_ids.includes(id))}
          value={null}
          onChange={(option) =>
            option && onChange({ ...line, service_ids: [...line.service_ids, option.id] })
          }
          error={textOf(codes, 'service_ids')}
        />
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, alignItems: 'start' }}>
          <NumberInput
            label={t('templates:line.every')}
            name={`every-${line.key}`}
            unit={unit}
            value={line.every}
            onChange={(every) => onChange({ ...line, every })}
            error={textOf(codes, 'every')}
          />
          <NumberInput
            label={t('templates:line.months')}
            name={`months-${line.key}`}
            value={line.every_months}
            onChange={(every_months) => onChange({ ...line, every_months })}
            error={textOf(codes, 'every_months')}
          />
          <Button
            color="error"
            aria-label={t('templates:line.removeOf', { number })}
            sx={{ minHeight: 44, mt: { sm: 3.5 }, flexShrink: 0 }}
            onClick={onRemove}
          >
            {t('templates:line.remove')}
          </Button>
        </Stack>
      </Stack>
    </Box>
  )
}
