import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FleetDeletion } from '#contract/fmc/fleets.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { deletionQuery, fleetsKeys } from '../fleets/fleets.queries.ts'

interface DeleteFleetProps {
  fleet: { id: number; name: string; rev: number }
  onDeleted: () => void
  onClose: () => void
}

/**
 * Deletes a fleet after its name was typed. Lists beforehand what is deleted, what stays, and what prevents the
 * deletion (FMC-029).
 */
export function DeleteFleet({ fleet, onDeleted, onClose }: DeleteFleetProps) {
  const t = useTexts('fleet', 'errors')
  const failureText = useFailureText()
  const client = useQueryClient()
  const isOnline = useOnline()
  const { data, error, refetch } = useQuery(deletionQuery(fleet.id))
  const [typed, setTyped] = useState('')
  const { run, isBusy, failure } = useWrite({
    call: (_, context) => api.fleets.destroy({ id: fleet.id }, { context }),
    rev: data?.rev ?? fleet.rev,
    refresh: () => refetch(),
    onSaved() {
      onDeleted()
      for (const queryKey of fleetsKeys()) void client.invalidateQueries({ queryKey })
    },
  })
  const isBlocked = (data?.blockers.length ?? 0) > 0
  const shownFailure = failure ?? (error ? toFailure(error) : undefined)
  return (
    <ConfirmDialog
      open
      isDestructive
      title={t('fleet:delete.title', { name: fleet.name })}
      confirmLabel={t('fleet:delete.confirm')}
      isBusy={isBusy}
      isBlocked={!isOnline || !data || isBlocked || typed.trim() !== fleet.name.trim()}
      onConfirm={() => void run()}
      onCancel={onClose}
      message={
        <Stack sx={{ gap: 1.5 }}>
          {!isOnline && <AlertBox type="notice" message={t('fleet:form.offline')} />}
          {!data && !error && <SkeletonList rows={3} rowHeight={40} />}
          {data && isBlocked && <Blockers deletion={data} />}
          {data && !isBlocked && (
            <>
              <Effects deletion={data} />
              <TextInput
                label={t('fleet:delete.typeName', { name: fleet.name })}
                required
                autoComplete="off"
                value={typed}
                onChange={setTyped}
              />
            </>
          )}
          {shownFailure && !isBlocked && <AlertBox type="error" message={failureText(shownFailure)} />}
        </Stack>
      }
    />
  )
}

function Effects({ deletion: { removes, keeps } }: { deletion: FleetDeletion }) {
  const t = useTexts('fleet')
  const { number } = useFormat()
  const removed = [
    t('fleet:delete.users', { count: removes.users, number: number(removes.users) }),
    t('fleet:delete.vehicles', { count: removes.vehicles, number: number(removes.vehicles) }),
    t('fleet:delete.documents', { count: removes.documents, number: number(removes.documents) }),
    t('fleet:delete.histories', {
      count: removes.maintenance_histories,
      number: number(removes.maintenance_histories),
    }),
    t('fleet:delete.policies', { count: removes.policies, number: number(removes.policies) }),
    t('fleet:delete.methods', { count: removes.payment_methods, number: number(removes.payment_methods) }),
  ]
  const remaining = [
    t('fleet:delete.orders', { count: keeps.orders, number: number(keeps.orders) }),
    t('fleet:delete.transactions', { count: keeps.transactions, number: number(keeps.transactions) }),
  ]
  return (
    <>
      <Listed title={t('fleet:delete.removes')} items={removed} />
      <Listed title={t('fleet:delete.keeps')} items={remaining} />
    </>
  )
}

function Blockers({ deletion: { blockers, open_orders } }: { deletion: FleetDeletion }) {
  const t = useTexts('fleet')
  const { number } = useFormat()
  return (
    <>
      <AlertBox type="notice" message={t('fleet:delete.blocked')} />
      <Listed
        title={t('fleet:delete.blockers')}
        items={blockers.map(({ code, count }) =>
          t(`fleet:delete.blocker.${code}`, { count, number: number(count) }),
        )}
      />
      {open_orders.length > 0 && (
        <Listed
          title={t('fleet:delete.openOrders')}
          items={open_orders.map((order) =>
            t('fleet:delete.openOrder', { number: order.id, vehicle: order.vehicle_name }),
          )}
        />
      )}
    </>
  )
}

function Listed({ title, items }: { title: string; items: string[] }) {
  return (
    <div>
      <Typography sx={{ fontWeight: 650, color: 'text.primary' }}>{title}</Typography>
      <Box component="ul" sx={{ listStyle: 'disc', pl: 2.5 }}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </Box>
    </div>
  )
}
