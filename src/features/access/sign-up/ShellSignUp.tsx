import { useState } from 'react'
import type { CurrentUser } from '#contract/access/session.ts'
import { normalizePhone } from '#domain/core/form-rules.ts'
import { toFailure } from '#src/api/failure.ts'
import { useCall } from '#src/forms/useCall.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { endShellSession, type NewUserForm } from '#src/session/shell-session.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { FormStack } from '#src/ui/focus/FormStack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { ShellFields } from './parts/ShellFields.tsx'
import { completeShell } from './shell.commands.ts'
import { readShell, SHELL_FIELDS, type ShellDraft, type ShellField, shellFaultKey } from './shell-form.ts'
import { useSignUpFailure } from './useSignUpFailure.ts'
import { useStoredForm } from './useStoredForm.ts'

interface ShellSignUpProps {
  /** Data from the partner's link. */
  given: NewUserForm
  onSignedIn: (user: CurrentUser) => void
}

/**
 * Sign-up form of a partner's customer (ACC-120 to ACC-129): prefilled from the link, completed here, then signed in.
 */
export function ShellSignUp({ given, onSignedIn }: ShellSignUpProps) {
  const t = useTexts('sign-up', 'fields')
  const textOf = useSignUpFailure()
  const isOnline = useOnline()
  const form = useStoredForm(`shell:${given.id}`, (stored) => draftOf(given, stored))
  const [checked, setChecked] = useState<ReadonlySet<ShellField>>(new Set())
  /** The draft of the last attempt: what the server rejected in it counts until it is changed. */
  const [sentDraft, setSentDraft] = useState<ShellDraft>()
  const draft = form.value
  const { faults, fields } = readShell(draft)
  const complete = useCall(
    (sent: NonNullable<typeof fields>) => completeShell(sent, draft, form.key),
    (user) => {
      form.forget()
      endShellSession()
      onSignedIn(user)
    },
  )
  const failure = complete.error === null ? undefined : toFailure(complete.error)

  const submit = () => {
    if (complete.isPending || !isOnline) return
    setChecked(new Set(SHELL_FIELDS))
    if (!fields) return
    setSentDraft(draft)
    complete.run(fields)
  }
  const errorOf = (name: ShellField) => {
    const [refused] = draft[name] === sentDraft?.[name] ? (failure?.fields[name] ?? []) : []
    const code = refused ?? (checked.has(name) ? faults[name]?.[0] : undefined)
    return code && t(shellFaultKey(name, code), { defaultValue: t('sign-up:fault.text') })
  }
  return (
    <FormStack onSubmit={submit} sx={{ gap: 2 }}>
      <div>
        <Typography variant="h1" sx={{ fontSize: '1.75rem', mb: 0.5 }}>
          {t('sign-up:shell.title')}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t('sign-up:shell.lead')}</Typography>
      </div>
      {!isOnline && (
        <AlertBox type="notice" title={t('sign-up:offline.title')} message={t('sign-up:offline.message')} />
      )}
      {failure && <AlertBox type="error" message={textOf(failure, draft.email)} />}
      <ShellFields
        draft={draft}
        onChange={form.change}
        errorOf={errorOf}
        onLeave={(name) => {
          if (name === 'cellPhone') form.change({ cellPhone: normalizePhone(draft.cellPhone) })
          setChecked((before) => new Set([...before, name]))
        }}
      />
      <ActionButton
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={complete.isPending}
        disabledReason={!isOnline && t('sign-up:offline.reason')}
      >
        {t('sign-up:shell.submit')}
      </ActionButton>
    </FormStack>
  )
}

/** Returns the link's data, overlaid with what was typed before a reload of the same link. */
function draftOf(given: NewUserForm, stored: unknown): ShellDraft {
  const fromLink = {
    id: given.id,
    token: given.token,
    isNameEditable: given.fleet_name_editable,
    fleetName: given.fleet_name,
    email: given.email,
    firstName: given.firstName,
    lastName: given.lastName,
    cellPhone: given.cellPhone,
    databaseName: '',
  }
  const before = stored as Partial<ShellDraft> | undefined
  return before?.token === given.token ? { ...fromLink, ...before } : fromLink
}
