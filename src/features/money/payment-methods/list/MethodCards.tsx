import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import type { PaymentMethod } from '#contract/money/payment-methods.ts'
import { DefaultState } from '#src/features/money/payment-methods/parts/DefaultState.tsx'
import { MethodName } from '#src/features/money/payment-methods/parts/MethodName.tsx'
import { useMethodText } from '#src/features/money/payment-methods/useMethodText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import type { OnMethodAction } from './method-actions.ts'

interface MethodCardsProps {
  methods: readonly PaymentMethod[]
  hasSubscription: boolean
  onAct: OnMethodAction
}

/** The payment methods as cards, for phones. */
export function MethodCards({ methods, ...props }: MethodCardsProps) {
  const t = useTexts('payment-methods')
  return (
    <Stack component="ul" aria-label={t('payment-methods:title')} sx={{ gap: 1.5 }}>
      {methods.map((method) => (
        <Card key={method.id} method={method} {...props} />
      ))}
    </Stack>
  )
}

type CardProps = { method: PaymentMethod } & Omit<MethodCardsProps, 'methods'>

function Card({ method, hasSubscription, onAct }: CardProps) {
  const t = useTexts('payment-methods')
  const text = useMethodText()
  const name = text.nameOf(method)
  const expiration = text.isExpired(method)
    ? t('payment-methods:expiredOn', { date: method.expiration_date ?? '' })
    : method.expiration_date
  return (
    <Paper component="li" variant="outlined" sx={{ px: 2, pt: 1.5, pb: 1 }}>
      <MethodName method={method} name={name} />
      <Box sx={{ mt: 1 }}>
        <Facts
          facts={[
            { label: t('payment-methods:column.holder'), value: method.cardholder_name },
            { label: t('payment-methods:column.addedBy'), value: method.customer_name },
            { label: t('payment-methods:column.expiration'), value: expiration },
            { label: t('payment-methods:column.drivers'), value: text.usersOf(method) },
            ...(hasSubscription
              ? [
                  {
                    label: t('payment-methods:column.subscription'),
                    value: (
                      <DefaultState
                        method={method}
                        name={name}
                        onSetDefault={() => onAct('setDefault', method)}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Box>
      {method.can_edit && (
        <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end' }}>
          <Button
            startIcon={<Edit />}
            aria-label={t('payment-methods:act.editOf', { name })}
            onClick={() => onAct('edit', method)}
            sx={{ minHeight: 44 }}
          >
            {t('payment-methods:act.edit')}
          </Button>
          <Button
            color="error"
            startIcon={<Delete />}
            aria-label={t('payment-methods:act.deleteOf', { name })}
            onClick={() => onAct('delete', method)}
            sx={{ minHeight: 44 }}
          >
            {t('payment-methods:act.delete')}
          </Button>
        </Stack>
      )}
    </Paper>
  )
}
