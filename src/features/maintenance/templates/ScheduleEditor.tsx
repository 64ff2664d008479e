import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { type ReactNode, useMemo } from 'react'
import { SCHEDULE_ITEMS_MAX } from '#domain/core/limits.ts'
import { serviceOptions } from '#src/features/catalog/services/service-options.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { FormDialog } from '#src/ui/dialog/FormDialog.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { DraftNotice } from '#src/ui/draft/DraftNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { ItemFields } from './ItemFields.tsx'
import { codesOfLine } from './template-draft.ts'
import { type ScheduleFormProps, useScheduleForm } from './useScheduleForm.ts'

interface ScheduleEditorProps extends ScheduleFormProps {
  /** Whose schedule it is: 'car', 'vehicle:<id>'. */
  draftName: string
  title: string
  /** Explains the scope of a change: the whole class, or this vehicle. */
  lead: string
  /** Further actions next to the save button. `discard` deletes what was typed. */
  actions?: (discard: () => void) => ReactNode
}

/** Edits the items of a schedule: that of a class, or one vehicle's own (ruling 22). */
export function ScheduleEditor(props: ScheduleEditorProps) {
  return (
    <ClaimedDraft form={`schedule:${props.draftName}`}>
      {(own) => <Editor {...props} own={own} />}
    </ClaimedDraft>
  )
}

function Editor({ own, title, lead, actions, ...props }: ScheduleEditorProps & { own: OwnDraft }) {
  const t = useTexts('templates')
  const { language } = useFormat()
  const textOf = useFieldTexts()
  const isOnline = useOnline()
  const known = useLocalRows(['services'], (cache) => cache.services)
  const services = useMemo(() => serviceOptions(known ?? [], language, []), [known, language])
  const form = useScheduleForm(own.slot, props)
  const { lines, codes, isBusy, isConflict, restoredAt, discard } = form
  const { unit, onClose } = props

  function cancel() {
    // The message of a conflict says that the other schedule is shown then.
    if (isConflict) discard()
    onClose()
  }

  return (
    <FormDialog
      width="md"
      title={title}
      submitLabel={t('templates:save')}
      isBusy={isBusy}
      disabledReason={(!isOnline && t('templates:offline')) || (!form.isChanged && t('templates:unchanged'))}
      actions={actions?.(discard)}
      onSubmit={() => form.submit(false)}
      onCancel={cancel}
      onClose={onClose}
    >
      <Stack inert={isBusy} sx={{ gap: 2 }}>
        <Typography variant="body2">{lead}</Typography>
        <DraftElsewhereNotice draft={own} isEdit />
        {restoredAt !== undefined && <DraftNotice savedAt={restoredAt} onDiscard={discard} />}
        {isConflict && <ConflictAlert onSaveAnyway={() => form.submit(true)} />}
        {lines.map((line, i) => (
          <ItemFields
            key={line.key}
            line={line}
            number={i + 1}
            unit={unit}
            services={services}
            codes={codesOfLine(codes, line.key)}
            onChange={form.changeLine}
            onRemove={() => form.remove(line.key)}
          />
        ))}
        {codes.items && (
          <Typography variant="body2" sx={{ color: 'error.main' }}>
            {codes.items.includes('required') ? t('templates:empty') : textOf(codes, 'items')}
          </Typography>
        )}
        <ActionButton
          variant="outlined"
          startIcon={<Add />}
          sx={{ alignSelf: 'flex-start', minHeight: 44 }}
          disabledReason={
            lines.length >= SCHEDULE_ITEMS_MAX && t('templates:full', { max: SCHEDULE_ITEMS_MAX })
          }
          onClick={form.add}
        >
          {t('templates:add')}
        </ActionButton>
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
