import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormLabel from '@mui/material/FormLabel'
import { useState } from 'react'
import { FAULT_CODES_MAX } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFaultName } from '#src/i18n/useFaultName.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useFlag } from '#src/session/SessionProvider.tsx'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import type { RequestDraft } from '../request-draft.ts'
import { type FaultOption, faultOptions } from './fault-options.ts'

const SHOWN_INITIALLY = 5

interface FaultChoiceProps {
  vehicleId: number
  value: RequestDraft['fault_codes']
  onChange: (value: RequestDraft['fault_codes']) => void
}

/** Selects which fault codes of the vehicle's last readings to send (TEL-031). Renders nothing if there are none. */
export function FaultChoice({ vehicleId, value, onChange }: FaultChoiceProps) {
  const t = useTexts('requests')
  const format = useFormat()
  const nameOf = useFaultName()
  const [showsAll, setShowsAll] = useState(false)
  const hasTelematics = useFlag('telematics')
  const readings = useLocalRows(['telematics', vehicleId], (cache) => cache.telematicsOf(vehicleId))
  const options = faultOptions(hasTelematics ? (readings?.fault_codes ?? []) : [], value)
  const chosen = new Set(value.map(({ id }) => id))
  // Selected codes are always visible.
  const shown = options.filter(({ id }, index) => showsAll || index < SHOWN_INITIALLY || chosen.has(id))
  if (options.length === 0) return null
  const toggle = ({ id, name }: FaultOption) =>
    onChange(chosen.has(id) ? value.filter((fault) => fault.id !== id) : [...value, { id, name }])
  return (
    <FormControl component="fieldset" sx={{ alignItems: 'start' }}>
      <FormLabel
        component="legend"
        focused={false}
        sx={{ mb: 0.5, fontSize: '0.875rem', fontWeight: 600, color: 'text.primary' }}
      >
        {t('requests:form.faults')}
      </FormLabel>
      {shown.map((fault) => (
        <CheckboxInput
          key={fault.id}
          label={[nameOf(fault.name), fault.at && format.dateTime(fault.at)].filter(Boolean).join(' · ')}
          checked={chosen.has(fault.id)}
          onChange={() => toggle(fault)}
          disabled={!chosen.has(fault.id) && value.length >= FAULT_CODES_MAX}
        />
      ))}
      {shown.length < options.length && (
        <Button size="small" onClick={() => setShowsAll(true)}>
          {t('requests:form.allFaults', { count: options.length })}
        </Button>
      )}
    </FormControl>
  )
}
