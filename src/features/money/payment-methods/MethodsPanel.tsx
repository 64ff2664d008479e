import Add from '@mui/icons-material/Add'
import CreditCard from '@mui/icons-material/CreditCardOutlined'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { PaymentMethod } from '#contract/money/payment-methods.ts'
import { ADD_PAYMENT_DELAY_MS } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useHasElapsed } from '#src/lib/hooks/useHasElapsed.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { AddMethod } from './AddMethod.tsx'
import { EditMethod } from './EditMethod.tsx'
import { MethodCards } from './list/MethodCards.tsx'
import { DeleteMethod, SetDefaultMethod } from './list/MethodDialogs.tsx'
import { MethodGrid } from './list/MethodGrid.tsx'
import type { MethodAction } from './list/method-actions.ts'
import { methodsQuery } from './payment-methods.queries.ts'
import { matchesFilter, useMethodText } from './useMethodText.ts'

/** The sub-tab for cards and PayPal accounts: search, add, edit and delete (PAY-005 to PAY-024). */
export function MethodsPanel() {
  const t = useTexts('payment-methods')
  const isOnline = useOnline()
  const query = useQuery(methodsQuery())
  const { data, dataUpdatedAt } = query
  const [filter, setFilter] = useState('')
  const { failure, onRetry } = useListFailure(query)
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography variant="h2">{t('payment-methods:provider.Braintree')}</Typography>
      <Toolbar filter={filter} onFilter={setFilter} />
      {data && (!isOnline || failure) && <AsOf since={dataUpdatedAt} />}
      <ListStates
        total={data?.payment_methods.length}
        // Loaded data shows its age instead.
        failure={data ? undefined : failure}
        onRetry={onRetry}
        offline={{ message: t('payment-methods:offline.list') }}
        rows={4}
        rowHeight={56}
        empty={
          <EmptyState
            icon={<CreditCard />}
            title={t('payment-methods:empty.title')}
            message={t('payment-methods:empty.message')}
          />
        }
      >
        {data && <Methods methods={data.payment_methods} filter={filter} onClear={() => setFilter('')} />}
      </ListStates>
    </Stack>
  )
}

function Toolbar({ filter, onFilter }: { filter: string; onFilter: (typed: string) => void }) {
  const t = useTexts('payment-methods')
  const toast = useToast()
  const isOnline = useOnline()
  const mayAdd = useSessionCan('payments.add')
  const hasElapsed = useHasElapsed(ADD_PAYMENT_DELAY_MS)
  const [isAdding, setAdding] = useState(false)
  return (
    // The button appears later (PAY-007). Its space is reserved, so that nothing shifts.
    <Stack
      direction="row"
      sx={{
        gap: 1.5,
        alignItems: 'center',
        justifyContent: 'space-between',
        flexWrap: 'wrap',
        minHeight: 48,
      }}
    >
      <Box sx={{ flex: { xs: '1 0 100%', sm: '0 1 360px' } }}>
        <SearchInput label={t('payment-methods:search')} value={filter} onSearch={onFilter} />
      </Box>
      {mayAdd && (
        <Box sx={{ minHeight: 44 }}>
          {hasElapsed && (
            <ActionButton
              variant="contained"
              startIcon={<Add />}
              disabledReason={!isOnline && t('payment-methods:offline.reason')}
              onClick={() => setAdding(true)}
              sx={{ minHeight: 44 }}
            >
              {t('payment-methods:add')}
            </ActionButton>
          )}
        </Box>
      )}
      {isAdding && (
        <AddMethod
          kind="dialog"
          onSaved={() => {
            setAdding(false)
            toast('success', t('payment-methods:done.added'))
          }}
          onCancel={() => setAdding(false)}
        />
      )}
    </Stack>
  )
}

interface MethodsProps {
  methods: readonly PaymentMethod[]
  filter: string
  onClear: () => void
}

function Methods({ methods, filter, onClear }: MethodsProps) {
  const t = useTexts('payment-methods')
  const text = useMethodText()
  const isDesktop = useIsDesktop()
  const hasSubscription = useSessionCan('payments.setSubscription')
  const [opened, setOpened] = useState<{ action: MethodAction; id: number }>()
  const onAct = useCallback((action: MethodAction, { id }: PaymentMethod) => setOpened({ action, id }), [])
  const shown = filter.trim() ? methods.filter((method) => matchesFilter(method, filter, text)) : methods
  const method = methods.find(({ id }) => id === opened?.id)
  return (
    <>
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
        {t('payment-methods:count', { count: shown.length })}
      </Typography>
      <ListStates total={shown.length} onClear={onClear} empty={null}>
        {isDesktop ? (
          <MethodGrid hasSubscription={hasSubscription} onAct={onAct} methods={shown} />
        ) : (
          <MethodCards hasSubscription={hasSubscription} onAct={onAct} methods={shown} />
        )}
      </ListStates>
      {opened && method && (
        <MethodActionDialog action={opened.action} method={method} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

interface MethodActionDialogProps {
  action: MethodAction
  method: PaymentMethod
  onClose: () => void
}

function MethodActionDialog({ action, method, onClose }: MethodActionDialogProps) {
  const t = useTexts('payment-methods')
  const toast = useToast()
  switch (action) {
    case 'delete':
      return <DeleteMethod method={method} onClose={onClose} />
    case 'setDefault':
      return <SetDefaultMethod method={method} onClose={onClose} />
    case 'edit':
      return (
        <EditMethod
          kind="dialog"
          method={method}
          onSaved={() => {
            onClose()
            toast('success', t('payment-methods:done.changed'))
          }}
          onCancel={onClose}
        />
      )
  }
}

function AsOf({ since }: { since: number }) {
  const t = useTexts('payment-methods')
  const format = useFormat()
  return (
    <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
      {t('payment-methods:asOf', { time: format.asOf(since) })}
    </Typography>
  )
}
