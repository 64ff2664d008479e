import { DOCUMENT_TYPES, type DocumentType } from '#domain/access/permissions.ts'
import { localToday } from '#domain/core/days.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { DOCUMENT_TITLE_MAX } from '#domain/core/limits.ts'
import type { GloveboxDraft } from '#src/features/vehicles/glovebox/form/glovebox-draft.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { useDocumentTypes } from '../useDocumentTitle.ts'

interface DocumentFieldsProps {
  value: GloveboxDraft
  onChange: (part: Partial<GloveboxDraft>) => void
  codes: FieldCodes
  /** States or provinces of the fleet's country (GLV-033). */
  states: readonly { id: string; name: string }[]
  canEdit: (type: DocumentType) => boolean
}

/** The fields of a document, by type (GLV-026, GLV-027). */
export function DocumentFields({ value, onChange, codes, states, canEdit }: DocumentFieldsProps) {
  const t = useTexts('glovebox')
  const { country } = useFormat()
  const textOf = useFieldTexts()
  const types = useDocumentTypes()
  return (
    <>
      <SelectInput
        label={t('glovebox:form.type.label')}
        name="document_type"
        required
        empty={null}
        value={value.document_type}
        onChange={(type) => type && onChange({ document_type: type })}
        options={DOCUMENT_TYPES.map((type) => ({
          value: type,
          label: canEdit(type) ? types[type] : t('glovebox:form.type.notAllowed', { type: types[type] }),
          disabled: !canEdit(type),
        }))}
      />
      {value.document_type === 'other' && (
        <TextInput
          label={t('glovebox:form.title.label')}
          name="document_title"
          value={value.document_title}
          onChange={(document_title) => onChange({ document_title })}
          maxLength={DOCUMENT_TITLE_MAX}
          error={textOf(codes, 'document_title')}
        />
      )}
      {value.document_type === 'vehicle_insurance' ? (
        <TextInput
          label={t('glovebox:form.insurance.label')}
          name="insurance_name"
          value={value.insurance_name}
          onChange={(insurance_name) => onChange({ insurance_name })}
          maxLength={DOCUMENT_TITLE_MAX}
          error={textOf(codes, 'insurance_name')}
        />
      ) : (
        <SelectInput
          label={t('glovebox:form.state.label', { context: country.toLowerCase() })}
          name="state_id"
          value={value.state_id}
          onChange={(state_id) => onChange({ state_id })}
          options={states.map((state) => ({ value: state.id, label: state.name }))}
          error={textOf(codes, 'state_id')}
        />
      )}
      <TextInput
        label={t('glovebox:form.number.label')}
        name="document_number"
        value={value.document_number}
        // Removes spaces while typing: numbers are often printed in groups (GLV-011).
        onChange={(number) => onChange({ document_number: number.replace(/\s/g, '') })}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={50}
        error={textOf(codes, 'document_number')}
      />
      <DateInput
        label={t('glovebox:form.expiration.label')}
        name="expiration_date"
        value={value.expiration_date}
        onChange={(expiration_date) => onChange({ expiration_date })}
        min={localToday()}
        error={textOf(codes, 'expiration_date')}
      />
    </>
  )
}
