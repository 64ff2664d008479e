import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { filesToSendOf } from '#src/features/home/outbox/entries/entry-facts.ts'
import type { EntryText } from '#src/features/home/outbox/entries/useEntryText.ts'
import { ConflictPart } from '#src/features/home/outbox/parts/ConflictPart.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import {
  type Choices,
  type Difference,
  nonConflictingChoices,
  type Side,
} from '#src/offline/model/merge/differences.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { FormDialog } from '#src/ui/dialog/FormDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { resolutionOf } from './resolution-of.ts'
import { useLastChange } from './useLastChange.ts'
import { usePartText } from './usePartText.ts'

interface ConflictDialogProps {
  entry: WaitingEntry
  text: EntryText
  onClose: () => void
}

/** Compares both versions where they differ, with a choice for each part (docs/offline.md row 23). */
export function ConflictDialog({ entry, text, onClose }: ConflictDialogProps) {
  const t = useTexts('outbox')
  const { outbox } = useOffline()
  const [found] = useState<Difference[]>(entry.conflict ?? [])
  // By default each side keeps the parts that only it has changed.
  const [choices, setChoices] = useState<Choices>(() => nonConflictingChoices(found))
  const isComplete = found.every(({ name }) => choices[name] !== undefined)
  const resolve = useMutation({
    mutationFn: () => outbox.resolveConflict(entry.opId, resolutionOf(entry, found, choices)),
    onSuccess: onClose,
  })
  const lastChange = useLastChange()(entry.trouble)
  const all = (side: Side) => setChoices(Object.fromEntries(found.map(({ name }) => [name, side])))
  return (
    <FormDialog
      width="md"
      title={t('outbox:conflict.title')}
      submitLabel={t('outbox:conflict.save')}
      isBusy={resolve.isPending}
      disabledReason={!isComplete && t('outbox:conflict.incomplete')}
      onSubmit={() => isComplete && resolve.mutate()}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2.5 }}>
        <div>
          <Typography sx={{ fontWeight: 600 }}>{text.vehicle}</Typography>
          <Typography variant="body2">{text.title}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
            {[lastChange, t('outbox:conflict.lead')].filter(Boolean).join(' ')}
          </Typography>
        </div>
        {found.length > 1 && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            <Button variant="outlined" size="small" onClick={() => all('mine')}>
              {t('outbox:conflict.allMine')}
            </Button>
            <Button variant="outlined" size="small" onClick={() => all('theirs')}>
              {t('outbox:conflict.allTheirs')}
            </Button>
          </Stack>
        )}
        <Parts found={found} choices={choices} entry={entry} onChoose={setChoices} />
        {resolve.isError && <AlertBox type="error" message={t('outbox:act.failed')} />}
      </Stack>
    </FormDialog>
  )
}

interface PartsProps {
  found: Difference[]
  choices: Choices
  entry: WaitingEntry
  onChoose: (choices: Choices) => void
}

function Parts({ found, choices, entry, onChoose }: PartsProps) {
  const t = useTexts('outbox')
  const { labelOf, linesOfPart } = usePartText()
  return found.map(({ name, base, mine, theirs, changedBy }) => (
    <ConflictPart
      key={name}
      label={labelOf(name)}
      note={changedBy && t(`outbox:conflict.onlyBy.${changedBy}`)}
      before={base && linesOfPart(name, base)}
      mine={name === 'file' ? filesToSendOf(entry).map((file) => file.name) : linesOfPart(name, mine)}
      theirs={name === 'file' ? [t('outbox:conflict.theirFile')] : linesOfPart(name, theirs)}
      choice={choices[name] ?? null}
      onChoose={(side) => onChoose({ ...choices, [name]: side })}
    />
  ))
}
