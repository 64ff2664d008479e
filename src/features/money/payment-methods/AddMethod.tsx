import { useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useLeaveConfirmation } from '#src/ui/dialog/useLeaveConfirmation.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import { CardForm } from './CardForm.tsx'
import { MethodFields } from './form/MethodFields.tsx'
import { useAddMethod } from './form/useAddMethod.ts'
import { useMethodFailure } from './form/useMethodFailure.ts'
import { MethodFrame } from './parts/MethodFrame.tsx'

interface AddMethodProps {
  kind: 'dialog' | 'page'
  onSaved: () => void
  onCancel: () => void
}

/** Adds a card or PayPal account: the gateway's form, then our own fields (PAY-008 to PAY-014, PAY-028). */
export function AddMethod({ kind, onSaved, onCancel }: AddMethodProps) {
  const t = useTexts('payment-methods', 'errors')
  const textOf = useMethodFailure()
  const isOnline = useOnline()
  const { frame, focusError } = useErrorFocus()
  const form = useAddMethod({
    onSaved: () => {
      leave.release()
      onSaved()
    },
    onRefused: focusError,
  })
  const leave = useLeaveConfirmation(form.isDirty)
  // Stays mounted once shown, also offline. Removing it would lose what was typed.
  const [hasCardForm, setCardForm] = useState(isOnline)
  if (isOnline && !hasCardForm) setCardForm(true)
  return (
    <>
      <MethodFrame
        kind={kind}
        title={t('payment-methods:form.newTitle')}
        submitLabel={t('payment-methods:form.add')}
        blocked={form.isRequestable ? undefined : t('payment-methods:form.incomplete')}
        isBusy={form.isBusy}
        onSubmit={form.submit}
        onCancel={() => leave.leaveBy(onCancel)}
      >
        <Stack ref={frame} sx={{ gap: 2 }}>
          {form.failure && !form.isBusy && <ErrorAlert message={textOf(form.failure)} />}
          {hasCardForm && (
            <CardForm onRequestable={form.setRequest} onEntered={form.noteCardInput} codes={form.codes} />
          )}
          <Typography variant="h3" component="h2" sx={{ mt: 1 }}>
            {t('payment-methods:form.billTo')}
          </Typography>
          <MethodFields draft={form.draft} onChange={form.change} codes={form.codes} hasEmail />
        </Stack>
      </MethodFrame>
      {leave.dialog}
    </>
  )
}
