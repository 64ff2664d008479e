import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useId, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { hasSingleKeys, setSingleKeys } from '#src/session/single-keys.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { FIND_KEYS } from './find-keys.ts'

/** The keyboard shortcuts, and a switch for those of a single key (WCAG 2.1.4). */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('find')
  const { user } = useSession()
  const [isOn, setOn] = useState(() => hasSingleKeys(user.id))
  const helpId = useId()
  return (
    <ResponsiveDialog open title={t('find:keys.title')} onClose={onClose} width="xs">
      <KeyList
        title={t('find:keys.everywhere')}
        rows={[
          { text: t('find:keys.find'), keys: isOn ? [FIND_KEYS, '/'] : [FIND_KEYS] },
          ...(isOn ? [{ text: t('find:keys.help'), keys: ['?'] }] : []),
        ]}
      />
      <KeyList
        title={t('find:keys.inFind')}
        rows={[
          { text: t('find:keys.next'), keys: ['↓', '↑'] },
          { text: t('find:keys.first'), keys: [t('find:keys.name.home'), t('find:keys.name.end')] },
          { text: t('find:keys.open'), keys: [t('find:keys.name.enter')] },
          { text: t('find:keys.close'), keys: [t('find:keys.name.escape')] },
        ]}
      />
      {isOn && (
        <KeyList
          title={t('find:keys.inQueue')}
          rows={[
            { text: t('find:keys.queueRows'), keys: ['J', 'K'] },
            { text: t('find:keys.approve'), keys: ['A'] },
          ]}
        />
      )}
      <FormControlLabel
        control={
          <Switch
            checked={isOn}
            slotProps={{ input: { 'aria-describedby': helpId } }}
            onChange={(_, next) => {
              setSingleKeys(user.id, next)
              setOn(next)
            }}
          />
        }
        label={t('find:keys.single')}
      />
      <Typography id={helpId} variant="body2" sx={{ color: 'text.secondary' }}>
        {t('find:keys.singleHelp', { keys: FIND_KEYS })}
      </Typography>
    </ResponsiveDialog>
  )
}

function KeyList({ title, rows }: { title: string; rows: { text: string; keys: string[] }[] }) {
  const t = useTexts('find')
  return (
    <Box sx={{ mb: 2 }}>
      <Typography variant="h3" component="h3" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Box component="dl" sx={keyList}>
        {rows.map(({ text, keys }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>
              {keys.map((key, nth) => (
                <span key={key}>
                  {nth > 0 && ` ${t('find:keys.or')} `}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </Box>
    </Box>
  )
}

const keyList = {
  m: 0,
  '& > div': { display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.75 },
  '& dd': { m: 0, whiteSpace: 'nowrap', color: 'text.secondary' },
  '& kbd': {
    font: 'inherit',
    fontSize: '0.8125rem',
    color: 'text.primary',
    px: 0.75,
    py: 0.25,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
  },
} as const
