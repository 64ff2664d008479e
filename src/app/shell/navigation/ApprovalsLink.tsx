import FactCheck from '@mui/icons-material/FactCheckOutlined'
import type { SxProps, Theme } from '@mui/material/styles'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CountBadge, useApprovalsCount } from '#src/features/orders/approvals/ApprovalsCount.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'

interface ApprovalsLinkProps {
  sx: SxProps<Theme>
  onClick?: () => void
}

/**
 * Links to the approvals queue and shows its count. Hidden while nothing waits for this user, except on the queue
 * itself.
 */
export function ApprovalsLink({ sx, onClick }: ApprovalsLinkProps) {
  const t = useTexts('approvals')
  const count = useApprovalsCount()
  const isCurrent = useLocation({ select: ({ pathname }) => pathname === '/approvals' })
  if (count === 0 && !isCurrent) return null
  return (
    <LinkBox to="/approvals" sx={sx} {...(onClick && { onClick })}>
      <CountBadge count={count}>
        <FactCheck />
      </CountBadge>
      {t('approvals:queue.place')}
    </LinkBox>
  )
}

/** A bottom bar icon with the number of waiting orders. */
export function ApprovalsBadge({ children }: { children: ReactNode }) {
  return <CountBadge count={useApprovalsCount()}>{children}</CountBadge>
}
