import Button from '@mui/material/Button'
import type { UserFormState } from '#src/features/access/user-form/useUserForm.ts'
import { useUserLabels } from '#src/features/access/users/useUserLabels.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

/** Why the user was not saved: the server's message, or a conflict with someone else's changes. */
export function UserSaveError({ form }: { form: UserFormState }) {
  const t = useTexts('users', 'errors')
  const textOf = useFailureText()
  const labels = useUserLabels()
  const { failure, conflicts } = form
  if (conflicts.length > 0)
    return (
      <AlertBox
        type="notice"
        title={t('users:conflict.title')}
        message={
          <>
            {t('users:conflict.message', { fields: conflicts.map((name) => labels[name]).join(', ') })}{' '}
            <Button size="small" variant="outlined" onClick={() => form.takeTheirs(conflicts)}>
              {t('users:conflict.take')}
            </Button>
          </>
        }
      />
    )
  // The sign-in dialog already covers this form; its message would be repeated here.
  if (!failure || failure.code === 'not_signed_in') return null
  return <AlertBox type="error" title={t('users:form.failed')} message={textOf(failure)} />
}
