import { useState } from 'react'
import { PROMOTION_CODE_MAX } from '#domain/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { FormStack } from '#src/ui/focus/FormStack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import type { ChoosingProps } from './PromotionList.tsx'

interface CodeFormProps extends ChoosingProps {
  /** Why the server rejected a code; shown until another one is typed. */
  refused: { code: string; text: string } | undefined
}

/** A text field for a code; an empty one is not sent (SHP-019, SHP-023). */
export function CodeForm({ isBeforeBooking, isBusy, disabledReason, refused, onChoose }: CodeFormProps) {
  const t = useTexts('promotions')
  const [code, setCode] = useState('')
  const [isAsked, setAsked] = useState(false)
  const typed = code.trim()
  function submit() {
    setAsked(true)
    if (typed && !disabledReason && !isBusy) onChoose({ code: typed })
  }
  const missing = isAsked && !typed ? t('promotions:codeMissing') : undefined
  return (
    <FormStack onSubmit={submit} direction="row" sx={{ gap: 1.5, alignItems: 'start', maxWidth: 420 }}>
      <Box sx={{ flex: 1 }}>
        <TextInput
          label={t('promotions:code')}
          name="promotion_code"
          required
          value={code}
          onChange={setCode}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={PROMOTION_CODE_MAX}
          error={typed && refused?.code === typed ? refused.text : missing}
          announcesError
        />
      </Box>
      <ActionButton
        type="submit"
        variant="outlined"
        loading={isBusy}
        disabledReason={disabledReason}
        sx={{ mt: 3 }}
      >
        {isBeforeBooking ? t('promotions:use') : t('promotions:apply')}
      </ActionButton>
    </FormStack>
  )
}
