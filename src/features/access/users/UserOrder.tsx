import { USER_SORTS } from '#contract/access/users.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { OrderMenu } from '#src/ui/menu/OrderMenu.tsx'
import type { UsersList } from './users-list.ts'

type Order = UsersList['sort']
const KEYS = { name: 'name', '-name': 'nameDown', email: 'email', '-email': 'emailDown' } as const

/** Sort order of the cards. */
export function UserOrder({ value, onChange }: { value: Order; onChange: (order: Order) => void }) {
  const t = useTexts('users')
  const nameOf = (order: Order) => t(`users:sort.${KEYS[order]}`)
  return (
    <OrderMenu
      label={t('users:sort.by', { order: nameOf(value) })}
      orders={USER_SORTS}
      value={value}
      nameOf={nameOf}
      onChange={onChange}
    />
  )
}
