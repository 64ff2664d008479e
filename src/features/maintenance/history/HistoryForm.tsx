import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { localToday } from '#domain/core/days.ts'
import { COMMENTS_MAX, PO_NUMBER_MAX, SERVICE_ROWS_MAX } from '#domain/core/limits.ts'
import type { ServiceOption } from '#src/features/catalog/services/service-options.ts'
import { VehiclePicker } from '#src/features/vehicles/picker/VehiclePicker.tsx'
import type { VehicleOption } from '#src/features/vehicles/picker/vehicle-options.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { codesOfRows } from '#src/lib/field-codes.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { DraftNotice } from '#src/ui/draft/DraftNotice.tsx'
import { SavedElsewhereNotice } from '#src/ui/draft/SavedElsewhereNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { NotSavedAlert } from '#src/ui/feedback/NotSavedAlert.tsx'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { useFileErrors } from './form/useFileErrors.ts'
import { totalOf } from './history-draft.ts'
import { InvoiceList } from './parts/InvoiceList.tsx'
import { OdometerField } from './parts/OdometerField.tsx'
import { OtherVisit } from './parts/OtherVisit.tsx'
import { SaveBar } from './parts/SaveBar.tsx'
import { ServiceRow } from './parts/ServiceRow.tsx'
import { WhereFields } from './parts/WhereFields.tsx'
import type { HistoryFormState } from './useHistoryForm.ts'
import type { ShopChoices } from './useShopChoices.ts'

interface HistoryFormProps {
  form: HistoryFormState
  vehicles: readonly VehicleOption[]
  services: readonly ServiceOption[]
  shops: ShopChoices
  onCancel?: () => void
}

/** Form for a new or existing manual history entry (MHX-003, MHX-004). */
export function HistoryForm({ form, vehicles, services, shops, onCancel }: HistoryFormProps) {
  const t = useTexts('history')
  const frame = useRef<HTMLDivElement>(null)
  const { value, rejectionCount } = form
  useEffect(() => {
    // Focuses the first invalid field after a refused save.
    if (rejectionCount > 0) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [rejectionCount])

  // Enter alone never saves, because users press it between rows of services. Ctrl+Enter or Cmd+Enter saves from
  // anywhere.
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const isInDialog = event.target instanceof Element && event.target.closest('[role*="dialog"]')
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isInDialog) void form.save()
    }
    document.addEventListener('keydown', keys)
    return () => document.removeEventListener('keydown', keys)
  })
  return (
    <Box ref={frame} role="form" aria-label={t('history:form.label')} aria-busy={form.isSaving}>
      {/* What is typed after the save has begun would be deleted with the draft. */}
      <Stack inert={form.isSaving} sx={{ gap: 2 }}>
        <Notices form={form} options={vehicles} />
        {/* One column in the order of the work; on desktops the invoices are next to it. */}
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
          }}
        >
          <Stack sx={{ gap: 2 }}>
            <WhatVehicle form={form} options={vehicles} />
            <ServiceRows form={form} options={services} />
          </Stack>
          <Stack sx={{ gap: 2 }}>
            <Section title={t('history:form.where')}>
              <Stack sx={{ gap: 2 }}>
                <WhereFields
                  value={value}
                  onChange={form.change}
                  codes={form.codes}
                  shops={shops.options}
                  lookUp={shops.lookUp}
                />
              </Stack>
            </Section>
            <Invoices form={form} />
            <More form={form} />
          </Stack>
        </Box>
      </Stack>
      {form.readingQuestion}
      <SaveBar
        onCancel={onCancel}
        total={totalOf(value.services)}
        isSaving={form.isSaving || form.isWaitingForFile}
        preparing={form.isWaitingForFile ? form.invoices.preparing : undefined}
        onSave={form.save}
      />
    </Box>
  )
}

interface FormPart {
  form: HistoryFormState
}

function Notices({ form, options }: FormPart & { options: readonly VehicleOption[] }) {
  const t = useTexts('history', 'errors')
  const wrong = Object.keys(form.codes).length
  return (
    <>
      {form.savedElsewhere && <SavedElsewhereNotice saved={form.savedElsewhere} onNew={form.discard} />}
      {form.restoredAt !== undefined && !form.savedElsewhere && (
        <DraftNotice savedAt={form.restoredAt} onDiscard={form.discard} />
      )}
      <OtherVisit form={form} options={options} />
      {form.failure !== undefined && (
        <NotSavedAlert
          error={form.failure}
          files={form.invoices.files}
          typed={form.value}
          onRetry={form.save}
        />
      )}
      {wrong > 0 && <AlertBox type="error" message={t('errors:validation')} />}
    </>
  )
}

function WhatVehicle({ form, options }: FormPart & { options: readonly VehicleOption[] }) {
  const t = useTexts('history')
  const textOf = useFieldTexts()
  const { value, codes, change } = form
  const chosen = options.find((option) => option.id === value.vehicle_id)
  return (
    <Section title={t('history:form.what')}>
      <Stack sx={{ gap: 2 }}>
        <VehiclePicker
          options={options}
          value={value.vehicle_id}
          onChange={(vehicle) => change({ vehicle_id: vehicle?.id ?? null })}
          error={textOf(codes, 'vehicle_id')}
        />
        <Columns min={200}>
          <OdometerField
            value={value.odometer}
            onChange={(odometer) => change({ odometer })}
            vehicle={chosen?.vehicle}
            day={value.date_of_completion}
            error={textOf(codes, 'odometer')}
          />
          <DateInput
            label={t('history:form.date.label')}
            name="date_of_completion"
            required
            value={value.date_of_completion}
            onChange={(date_of_completion) => change({ date_of_completion })}
            max={localToday()}
            error={textOf(codes, 'date_of_completion')}
          />
        </Columns>
      </Stack>
    </Section>
  )
}

function ServiceRows({ form, options }: FormPart & { options: readonly ServiceOption[] }) {
  const t = useTexts('history')
  const textOf = useFieldTexts()
  const [added, setAdded] = useState(false)
  const { value, codes, change } = form
  const rows = value.services
  return (
    <Section title={t('history:form.services')}>
      <Box component="ul" sx={{ display: 'grid', gap: 1.5 }}>
        {rows.map((row, index) => (
          <ServiceRow
            key={row.key}
            row={row}
            index={index}
            options={options}
            codes={codes}
            autoFocus={added && index === rows.length - 1}
            onChange={(part) => change({ services: rows.with(index, { ...row, ...part }) })}
            onRemove={rows.length > 1 ? () => change({ services: rows.toSpliced(index, 1) }) : undefined}
          />
        ))}
      </Box>
      {textOf(codes, 'vehicle_services') && (
        <AlertBox type="error" message={textOf(codes, 'vehicle_services')} />
      )}
      {rows.length < SERVICE_ROWS_MAX && (
        <Button
          startIcon={<Add />}
          sx={{ mt: 1.5 }}
          onClick={() => {
            setAdded(true)
            form.addRow()
          }}
        >
          {t('history:form.service.add')}
        </Button>
      )}
    </Section>
  )
}

function Invoices({ form }: FormPart) {
  const t = useTexts('history')
  const textsOf = useFileErrors()
  const { invoices, stored, value, change, codes } = form
  const [lastStored, setLastStored] = useState<string>()
  const setRemoved = (id: string, isRemoved: boolean) =>
    change({ stored: value.stored.map((file) => (file.id === id ? { ...file, isRemoved } : file)) })
  const undoable = value.stored.find((file) => file.id === lastStored && file.isRemoved)
  const listCodes = codesOfRows(codes, 'maintenance_documents_attributes')
  return (
    <Section title={t('history:form.invoices')}>
      <InvoiceList
        stored={stored}
        files={invoices.files}
        troubles={[
          ...(form.hasUnreadable ? [t('common:draft.unreadableFiles')] : []),
          ...textsOf(invoices.troubles),
          ...textsOf(
            listCodes.map(({ row, code: problem }) => ({
              name: (row === null ? undefined : invoices.files[row]?.file_name) ?? '',
              problem,
            })),
          ),
        ]}
        preparing={invoices.preparing}
        removedName={undoable?.file_name ?? invoices.removed?.file_name}
        onAdd={invoices.add}
        onRemove={(file) => {
          setLastStored(undefined)
          invoices.remove(file)
        }}
        onRemoveStored={(id) => {
          setLastStored(id)
          setRemoved(id, true)
        }}
        onUndo={() => (undoable ? setRemoved(undoable.id, false) : invoices.undoRemove())}
      />
    </Section>
  )
}

function More({ form }: FormPart) {
  const t = useTexts('history')
  const textOf = useFieldTexts()
  const { value, codes, change } = form
  return (
    <Section title={t('history:form.more')}>
      <Stack sx={{ gap: 2 }}>
        <TextInput
          label={t('history:form.po.label')}
          name="po_number"
          value={value.po_number}
          onChange={(po_number) => change({ po_number })}
          autoComplete="off"
          maxLength={PO_NUMBER_MAX}
          error={textOf(codes, 'po_number')}
        />
        <TextInput
          label={t('history:form.comments.label')}
          name="customer_comments"
          rows={3}
          value={value.customer_comments}
          onChange={(customer_comments) => change({ customer_comments })}
          maxLength={COMMENTS_MAX}
          help={t('history:form.comments.count', {
            used: value.customer_comments.length,
            most: COMMENTS_MAX,
          })}
          error={textOf(codes, 'customer_comments')}
        />
      </Stack>
    </Section>
  )
}
