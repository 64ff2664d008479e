import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { usePositionName } from '#src/features/catalog/services/usePositionName.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

export interface Choice {
  id: number
  name: string
  positions: readonly string[]
  isCompleted: boolean
  /** Advised in addition to the interval. */
  isOptional: boolean
}

interface ServiceChoicesProps {
  label: string
  choices: readonly Choice[]
  chosen: ReadonlySet<number>
  positions: ReadonlyMap<number, string>
  isMarking: boolean
  onToggle: (id: number) => void
  onPosition: (id: number) => void
  /** Adds an advised service to the schedule. */
  onAdd: ((id: number) => void) | undefined
}

/** Checkboxes for the services of an interval, with the selected position if a service has positions. */
export function ServiceChoices(props: ServiceChoicesProps) {
  const { label, choices, chosen, positions, isMarking, onToggle, onPosition, onAdd } = props
  const t = useTexts('schedules')
  const nameOf = usePositionName()
  return (
    <ul aria-label={label}>
      {choices.map((choice) => {
        const position = positions.get(choice.id)
        const note = choice.isCompleted
          ? t('schedules:completed')
          : choice.isOptional && t('schedules:advised')
        return (
          <Box
            component="li"
            key={choice.id}
            sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 48, flexWrap: 'wrap' }}
          >
            <FormControlLabel
              control={<Checkbox checked={chosen.has(choice.id)} onChange={() => onToggle(choice.id)} />}
              disabled={choice.isCompleted && !isMarking}
              label={choice.name}
            />
            {note && (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {note}
              </Typography>
            )}
            {choice.positions.length > 0 && !isMarking && !choice.isCompleted && (
              <Button sx={{ minHeight: 44 }} onClick={() => onPosition(choice.id)}>
                {position === undefined
                  ? t('schedules:position.pick')
                  : t('schedules:position.picked', { position: nameOf(position) })}
              </Button>
            )}
            {choice.isOptional && onAdd && (
              <Button sx={{ minHeight: 44 }} onClick={() => onAdd(choice.id)}>
                {t('schedules:add.advised')}
              </Button>
            )}
          </Box>
        )
      })}
    </ul>
  )
}
