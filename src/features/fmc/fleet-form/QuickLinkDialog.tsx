import { useState } from 'react'
import type { FleetLink } from '#contract/access/session.ts'
import { QuickLinkInput } from '#contract/fmc/fleet-fields.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { FLEET_TEXT_MAX, QUICK_LINK_DESCRIPTION_MAX, QUICK_LINK_MAX } from '#domain/core/limits.ts'
import { api } from '#src/api/client.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import type { WriteContext } from '#src/forms/write-mutation.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { codesOf, withoutFields } from '#src/lib/field-codes.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { FormDialog } from '#src/ui/dialog/FormDialog.tsx'
import { useLeaveConfirmation } from '#src/ui/dialog/useLeaveConfirmation.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'

interface QuickLinkDialogProps {
  fleetId: number
  /** The link as it is now. Null: a new link. */
  link: FleetLink | null
  refresh: () => Promise<unknown>
  onClose: () => void
}

const callOf =
  (fleetId: number, seen: FleetLink | null) =>
  (sent: QuickLinkInput, { key }: WriteContext) =>
    seen
      ? api.fleets.updateLink({ fleetId, id: seen.id, ...sent, seen })
      : api.fleets.addLink({ fleetId, ...sent }, { context: { key } })

const toDraft = (link: FleetLink | null) => ({
  name: link?.name ?? '',
  link: link?.link ?? '',
  description: link?.description ?? '',
})

/** Name, address and description of one quick link. */
export function QuickLinkDialog({ fleetId, link, refresh, onClose }: QuickLinkDialogProps) {
  const t = useTexts('fleet', 'errors')
  const textOf = useFieldTexts()
  const failureText = useFailureText()
  const isOnline = useOnline()
  const toast = useToast()
  const [opened] = useState(link)
  const initial = toDraft(opened)
  const [draft, setDraft] = useState(initial)
  const [codes, setCodes] = useState<FieldCodes>({})
  /** Someone else changed the link, so that the dialog shows the current one. */
  const [isStale, setStale] = useState(false)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial)
  useUnsavedTyping(isChanged)
  const leave = useLeaveConfirmation(isChanged)
  const { run, isBusy, failure } = useWrite({
    call: callOf(fleetId, isStale ? link : opened),
    // If the response to a creation was lost, the server rejects other values with the same key.
    attemptOf: () => null,
    refresh,
    onSaved() {
      leave.release()
      onClose()
      toast('success', link ? t('fleet:links.changed') : t('fleet:links.added'))
    },
    onFailed(refused) {
      setCodes(refused.fields)
      if (refused.code === 'stale') setStale(true)
    },
  })
  function submit(): void {
    const faults = codesOf(QuickLinkInput.safeParse(draft).error?.issues ?? [], draft)
    setCodes(faults)
    if (Object.keys(faults).length === 0) void run(draft)
  }
  const field = (name: keyof typeof draft, label: string) => ({
    name,
    label,
    value: draft[name],
    autoComplete: 'off',
    onChange: (text: string) => {
      setDraft((before) => ({ ...before, [name]: text }))
      setCodes((before) => withoutFields(before, [name]))
    },
    error: textOf(codes, name),
  })
  return (
    <FormDialog
      title={link ? t('fleet:links.editTitle') : t('fleet:links.add')}
      submitLabel={t('fleet:links.save')}
      isBusy={isBusy}
      disabledReason={!isOnline && t('fleet:form.offline')}
      onSubmit={submit}
      onClose={() => leave.leaveBy(onClose)}
    >
      <Stack sx={{ gap: 2 }}>
        {failure && Object.keys(failure.fields).length === 0 && (
          <AlertBox type="error" message={failureText(failure)} />
        )}
        {isStale && link && <CurrentLink link={link} />}
        <TextInput {...field('name', t('fleet:column.name'))} required autoFocus maxLength={FLEET_TEXT_MAX} />
        <TextInput
          {...field('link', t('fleet:links.address'))}
          required
          type="url"
          inputMode="url"
          autoCapitalize="none"
          maxLength={QUICK_LINK_MAX}
        />
        <TextInput
          {...field('description', t('fleet:links.description'))}
          help={t('fleet:links.descriptionHelp')}
          maxLength={QUICK_LINK_DESCRIPTION_MAX}
        />
      </Stack>
      {leave.dialog}
    </FormDialog>
  )
}

function CurrentLink({ link: { name, description, link } }: { link: FleetLink }) {
  const t = useTexts('fleet')
  return (
    <Typography sx={{ overflowWrap: 'anywhere' }}>
      {t('fleet:links.current', { link: [name, description, link].filter(Boolean).join(' · ') })}
    </Typography>
  )
}
