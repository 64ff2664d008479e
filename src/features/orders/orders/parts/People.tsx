import Box from '@mui/material/Box'
import type { OrderPerson } from '#contract/orders/orders.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Name and phone of people, N/A where there is none (APR-045, APR-046). */
export function People({ people }: { people: readonly OrderPerson[] }) {
  const t = useTexts('orders')
  const format = useFormat()
  return (
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
      {people.map((person) => (
        <li key={person.id}>
          {person.name}: {person.cellPhone ? format.phone(person.cellPhone) : t('orders:notAvailable')}
        </li>
      ))}
    </Box>
  )
}
