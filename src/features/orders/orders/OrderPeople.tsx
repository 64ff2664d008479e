import type { OrderPerson } from '#contract/orders/order.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { PlainLink } from '#src/ui/link/PlainLink.tsx'

/** Names and phone numbers, or N/A (APR-045, APR-046). */
export function OrderPeople({ people }: { people: readonly OrderPerson[] }) {
  const t = useTexts('orders')
  const format = useFormat()
  return (
    <Box component="ul" sx={{ listStyle: 'disc', mt: 0.5, pl: 2.5 }}>
      {people.map(({ id, name, cellPhone }) => (
        <Box component="li" key={id} sx={{ py: 0.5 }}>
          {name}:{' '}
          {cellPhone ? (
            <PlainLink href={`tel:${cellPhone}`} sx={{ color: 'inherit', textDecoration: 'underline' }}>
              {format.phone(cellPhone)}
            </PlainLink>
          ) : (
            t('orders:notAvailable')
          )}
        </Box>
      ))}
    </Box>
  )
}
