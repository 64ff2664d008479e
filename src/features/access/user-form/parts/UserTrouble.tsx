import Button from '@mui/material/Button'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useUserLabels } from '../../users/useUserLabels.ts'
import type { UserFormState } from '../useUserForm.ts'

/** Why the user was not saved: the server's words, or what somebody else changed meanwhile. */
export function UserTrouble({ form }: { form: UserFormState }) {
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
  // An ended session is asked for over this form; the words of it would only repeat that.
  if (!failure || failure.code === 'not_signed_in') return null
  return <AlertBox type="error" title={t('users:form.failed')} message={textOf(failure)} />
}
