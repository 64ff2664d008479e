import { useState } from 'react'
import type { SavedView, SavedViewInput } from '#contract/home/saved-views.ts'
import { VIEW_NAME_MAX } from '#domain/core/limits.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import type { Write } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { FormDialog } from '#src/ui/dialog/FormDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'

/** A new view, or the name and default of an existing one, without its state. */
export type NamedView = SavedViewInput & Pick<SavedView, 'name' | 'is_default'>

interface SaveViewDialogProps {
  title: string
  view: NamedView
  save: Write<SavedViewInput, SavedView>
  onClose: () => void
}

/** Names a view, and makes it the default. */
export function SaveViewDialog({ title, view, save, onClose }: SaveViewDialogProps) {
  const t = useTexts('saved-views', 'errors', 'fields')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const [name, setName] = useState(view.name)
  useUnsavedTyping(name !== view.name)
  const [isDefault, setDefault] = useState(view.is_default)
  const fields = save.failure?.fields ?? {}
  const nameError = fields.name?.includes('view_name_taken')
    ? t('fields:view_name_taken')
    : fields.name && t('saved-views:dialog.nameMissing')
  const submit = async () => {
    const { id, list, state } = view
    // Another tab may have changed what the user leaves as it is.
    const input = {
      id,
      list,
      ...(state && { state }),
      ...((state || name !== view.name) && { name: name.trim() }),
      ...(isDefault !== view.is_default && { is_default: isDefault }),
    }
    if (await save.run(input)) onClose()
  }
  return (
    <FormDialog
      width="xs"
      title={title}
      submitLabel={t('common:action.save')}
      isBusy={save.isBusy}
      disabledReason={!isOnline && t('saved-views:offline')}
      onSubmit={() => void (isOnline && submit())}
      onClose={onClose}
    >
      <Stack sx={{ gap: 1.5 }}>
        {!isOnline && <AlertBox type="notice" message={t('saved-views:offline')} />}
        {save.failure && !nameError && (
          <AlertBox
            type="error"
            message={fields.views ? t('saved-views:dialog.tooMany') : textOf(save.failure)}
          />
        )}
        <TextInput
          autoFocus
          required
          label={t('saved-views:dialog.name')}
          value={name}
          maxLength={VIEW_NAME_MAX}
          error={nameError}
          onChange={setName}
        />
        <CheckboxInput
          label={t('saved-views:dialog.default')}
          help={t('saved-views:dialog.defaultHelp')}
          checked={isDefault}
          onChange={setDefault}
        />
      </Stack>
    </FormDialog>
  )
}
