import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { type ReactNode, useMemo, useState } from 'react'
import type { ItemInput } from '#contract/maintenance/templates.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { serviceOptions } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { newId } from '#src/offline/model/ids.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { FormDialog } from '#src/ui/dialog/FormDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useCodedSave } from '../schedules/useCodedSave.ts'
import { ItemFields } from './ItemFields.tsx'
import { type DraftItem, malformedNumbers, toDraft, toItems } from './template-draft.ts'

interface ScheduleEditorProps {
  title: string
  /** Explains the scope of a change: the whole class, or this vehicle. */
  lead: string
  items: Parameters<typeof toDraft>[0]
  unit: 'mi' | 'km'
  /** Further actions next to the save button. */
  acts?: ReactNode
  /** `isAnyway`: overwrites what someone else saved meanwhile. */
  onSave: (edited: { items: ItemInput[]; isAnyway: boolean }) => Promise<unknown>
  /** Loads the schedule again. Runs after a conflict too: the screen behind the dialog then shows what was saved. */
  refresh: () => Promise<void>
  onClose: () => void
}

/** Edits the items of a schedule: that of a class, or one vehicle's own (ruling 22). */
export function ScheduleEditor({
  title,
  lead,
  items,
  unit,
  acts,
  onSave,
  refresh,
  onClose,
}: ScheduleEditorProps) {
  const t = useTexts('templates')
  const { language } = useFormat()
  const textOf = useFieldTexts()
  const isOnline = useOnline()
  const known = useLocalRows(['services'], (cache) => cache.services)
  const services = useMemo(() => serviceOptions(known ?? [], language, []), [known, language])
  const [initial] = useState(() => toDraft(items, unit))
  const [lines, setLines] = useState(initial)
  const { save, codes, setCodes, isBusy, isConflict } = useCodedSave({
    ...{ call: onSave, refresh, done: t('templates:saved'), onClose },
  })
  const isChanged = JSON.stringify(lines) !== JSON.stringify(initial)

  function submit(isAnyway: boolean): void {
    const items = toItems(lines)
    const malformed = malformedNumbers(items)
    setCodes(malformed)
    if (Object.keys(malformed).length === 0) save({ items, isAnyway })
  }

  const add = (): DraftItem => ({ key: newId(), id: undefined, service_ids: [], every: '', every_months: '' })
  return (
    <FormDialog
      width="md"
      title={title}
      submitLabel={t('templates:save')}
      isBusy={isBusy}
      disabledReason={(!isOnline && t('templates:offline')) || (!isChanged && t('templates:unchanged'))}
      actions={acts}
      onSubmit={() => submit(false)}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2">{lead}</Typography>
        {isConflict && <ConflictAlert onSaveAnyway={() => submit(true)} />}
        {lines.map((line, i) => (
          <ItemFields
            key={line.key}
            line={line}
            number={i + 1}
            unit={unit}
            services={services}
            codes={codesOf(codes, i)}
            onChange={(next) => setLines(lines.map((one) => (one.key === line.key ? next : one)))}
            onRemove={() => setLines(lines.filter(({ key }) => key !== line.key))}
          />
        ))}
        {textOf(codes, 'items') && (
          <Typography variant="body2" sx={{ color: 'error.main' }}>
            {t('templates:empty')}
          </Typography>
        )}
        <Button
          variant="outlined"
          startIcon={<Add />}
          sx={{ alignSelf: 'flex-start', minHeight: 44 }}
          onClick={() => setLines([...lines, add()])}
        >
          {t('templates:add')}
        </Button>
      </Stack>
    </FormDialog>
  )
}

function ConflictAlert({ onSaveAnyway }: { onSaveAnyway: () => void }) {
  const t = useTexts('templates')
  return (
    <AlertBox
      type="notice"
      message={t('templates:conflict')}
      action={
        <Button color="inherit" onClick={onSaveAnyway}>
          {t('templates:saveAnyway')}
        </Button>
      }
    />
  )
}

/** Returns the codes of one item: 'items.2.every' as 'every'. */
function codesOf(codes: FieldCodes, index: number): FieldCodes {
  const start = `items.${index}.`
  return Object.fromEntries(
    Object.entries(codes).flatMap(([path, own]) =>
      path.startsWith(start) ? [[path.slice(start.length).split('.')[0] ?? '', own]] : [],
    ),
  )
}
