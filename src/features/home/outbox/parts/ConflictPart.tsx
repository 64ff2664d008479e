import Radio from '@mui/material/Radio'
import { useId } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { Side } from '#src/offline/model/merge/differences.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface ConflictPartProps {
  label: string
  /** The only side that changed it, if known. */
  note: string | null
  /** Lines of the previous value; null: not known. */
  before: string[] | null
  mine: string[]
  theirs: string[]
  choice: Side | null
  onChoose: (side: Side) => void
}

/** One field in two versions as radio buttons: stacked on a phone, side by side on wider screens. */
export function ConflictPart({ label, note, before, mine, theirs, choice, onChoose }: ConflictPartProps) {
  const t = useTexts('outbox')
  const name = useId()
  const sides = { mine, theirs }
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, mb: 1, fontWeight: 650, width: '100%' }}>
        {label}
        {note && (
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary', ml: 1 }}>
            {note}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {(['mine', 'theirs'] as const).map((side) => (
          <SideOption
            key={side}
            name={name}
            title={t(`outbox:conflict.${side}`)}
            lines={sides[side].length > 0 ? sides[side] : [t('outbox:conflict.empty')]}
            isChosen={choice === side}
            onChoose={() => onChoose(side)}
          />
        ))}
      </Box>
      {before && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.75, overflowWrap: 'anywhere' }}>
          {t('outbox:conflict.before', { value: before.join(', ') || t('outbox:conflict.empty') })}
        </Typography>
      )}
    </Box>
  )
}

interface ChoiceProps {
  name: string
  title: string
  lines: string[]
  isChosen: boolean
  onChoose: () => void
}

function SideOption({ name, title, lines, isChosen, onChoose }: ChoiceProps) {
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        gap: 0.5,
        minWidth: 0,
        p: 1,
        pr: 1.5,
        border: '1px solid',
        borderColor: isChosen ? 'primary.main' : 'divider',
        boxShadow: isChosen ? 'inset 0 0 0 1px currentColor' : 'none',
        color: isChosen ? 'primary.main' : 'text.primary',
        borderRadius: 2,
        cursor: 'pointer',
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <Radio name={name} checked={isChosen} onChange={onChoose} sx={{ alignSelf: 'flex-start', p: 1 }} />
      <Box sx={{ minWidth: 0, py: 0.75 }}>
        <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
          {title}
        </Typography>
        {lines.map((line) => (
          <Typography
            key={line}
            component="div"
            sx={{ color: 'text.primary', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
          >
            {line}
          </Typography>
        ))}
      </Box>
    </Box>
  )
}
