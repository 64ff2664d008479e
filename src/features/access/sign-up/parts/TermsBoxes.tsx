import Link from '@mui/material/Link'
import { useState } from 'react'
import type { Country } from '#contract/core/locale.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import type { SignUpDraft } from '../sign-up-form.ts'

const TermsDialog = lazyComponent(() => import('./TermsDialog.tsx').then((m) => m.TermsDialog))

interface TermsBoxesProps {
  draft: SignUpDraft
  onDraft: (part: Partial<SignUpDraft>) => void
  country: Country
}

/** What is agreed to; in Canada also the promotional terms, and French by choice (ACC-073, ACC-074). */
export function TermsBoxes({ draft, onDraft, country }: TermsBoxesProps) {
  const t = useTexts('sign-up')
  const { name } = useBrand()
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
      <CheckboxInput
        label={t('sign-up:form.terms.label')}
        name="acceptedTermsAndConditions"
        checked={draft.terms}
        onChange={(terms) => onDraft({ terms })}
      />
      <Link
        component="button"
        type="button"
        onClick={() => setOpen(true)}
        sx={{ ml: 4, minHeight: 44, textAlign: 'left' }}
      >
        {t('sign-up:form.terms.read')}
      </Link>
      {country === 'CA' && (
        <>
          <CheckboxInput
            label={t('sign-up:form.promotional.label', { name })}
            name="acceptedPromotionalTerms"
            checked={draft.promotional}
            onChange={(promotional) => onDraft({ promotional })}
          />
          <CheckboxInput
            label={t('sign-up:form.french.label')}
            name="communicationPreferencesInFrench"
            checked={draft.inFrench}
            onChange={(inFrench) => onDraft({ inFrench })}
          />
        </>
      )}
      {isOpen && <TermsDialog onClose={() => setOpen(false)} country={country} />}
    </Stack>
  )
}
