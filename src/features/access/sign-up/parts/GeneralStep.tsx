import type { FormEvent, ReactNode } from 'react'
import type { Country } from '#contract/core/locale.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import type { SignUpForm } from '../useSignUpForm.ts'
import { GeneralFields } from './GeneralFields.tsx'
import { TermsBoxes } from './TermsBoxes.tsx'

interface GeneralStepProps {
  form: SignUpForm
  country: Country
  isBusy: boolean
  isOnline: boolean
  /** Captcha, shown above the button. */
  captcha: ReactNode
  /** Without a card step: shows the checkboxes here, and the button signs up. */
  isLast: boolean
  onSubmit: () => void
}

/** General information. Continues only when every field is filled in and valid (ACC-086, PAY-039). */
export function GeneralStep(props: GeneralStepProps) {
  const { form, country, isBusy, isOnline, captcha, isLast, onSubmit } = props
  const t = useTexts('sign-up')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.fields && !isBusy) onSubmit()
  }
  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2 }}>
      <GeneralFields
        draft={form.draft}
        onDraft={form.changeDraft}
        passwords={form.passwords}
        onPasswords={form.changePasswords}
        country={country}
        errorOf={form.errorOf}
        onLeave={form.leave}
        onMismatch={form.clearConfirmation}
      />
      {isLast && <TermsBoxes draft={form.draft} onDraft={form.changeDraft} country={country} />}
      {isLast && captcha}
      <ActionButton
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={isBusy}
        disabledReason={
          (!isOnline && t('sign-up:offline.reason')) || (!form.fields && t('sign-up:form.incomplete'))
        }
      >
        {isLast ? t('sign-up:form.submit') : t('sign-up:form.continue')}
      </ActionButton>
    </Stack>
  )
}
