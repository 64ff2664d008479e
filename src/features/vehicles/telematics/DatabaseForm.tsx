import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Fleet } from '#contract/access/fleet.ts'
import { normalizeDatabaseName } from '#contract/vehicles/telematics-database.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { FormStack } from '#src/ui/focus/FormStack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { useSaveDatabase } from './useSaveDatabase.ts'

interface DatabaseFormProps {
  fleet: Fleet
  onSaved: () => void
  /** Returns to the view; undefined: there is none. */
  onCancel: (() => void) | undefined
}

/** Edits the database name; removes slashes and white space (TEL-024). */
export function DatabaseForm({ fleet, onSaved, onCancel }: DatabaseFormProps) {
  const t = useTexts('telematics')
  const textOf = useFieldTexts()
  const failureText = useFailureText()
  const toast = useToast()
  const isOnline = useOnline()
  const [typed, setTyped] = useState<string>()
  useUnsavedTyping(typed !== undefined)
  // Until something is typed, the field follows what others save.
  const shown = typed ?? fleet.databaseName ?? ''
  const { run, isBusy, failure } = useSaveDatabase(fleet.id, {
    onSaved() {
      toast('success', t('telematics:database.saved'))
      onSaved()
    },
  })
  const name = normalizeDatabaseName(shown)
  const fault = failure && textOf(failure.fields, 'databaseName')

  const submit = () => {
    void run(name)
  }

  return (
    <FormStack onSubmit={submit} sx={{ gap: 2, maxWidth: 480 }}>
      {failure && !fault && <AlertBox type="error" message={failureText(failure)} />}
      <TextInput
        label={t('telematics:database.label')}
        required
        help={t('telematics:database.help')}
        value={shown}
        onChange={setTyped}
        autoCapitalize="none"
        autoComplete="off"
        maxLength={200}
        {...(fault && { error: fault })}
      />
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end' }}>
        {onCancel && <Button onClick={onCancel}>{t('common:action.cancel')}</Button>}
        <ActionButton
          type="submit"
          variant="contained"
          loading={isBusy}
          disabledReason={
            (!isOnline && t('telematics:database.offline')) ||
            (name === '' && t('telematics:database.empty')) ||
            (name === fleet.databaseName && t('telematics:database.unchanged'))
          }
        >
          {t('common:action.save')}
        </ActionButton>
      </Stack>
    </FormStack>
  )
}
