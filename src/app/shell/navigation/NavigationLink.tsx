import type { SxProps, Theme } from '@mui/material/styles'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'
import type { NavigationItem } from './navigation-items.tsx'

interface NavigationLinkProps {
  item: NavigationItem
  sx: SxProps<Theme>
  onClick?: () => void
  children: ReactNode
}

/** A link to a navigation item, marked while its screen is open. */
export function NavigationLink({ item, sx, onClick, children }: NavigationLinkProps) {
  const isAlsoHere = useLocation({ select: ({ pathname }) => item.alsoOn?.test(pathname) ?? false })
  return (
    <LinkBox
      to={item.to}
      sx={sx}
      {...(onClick && { onClick })}
      {...(isAlsoHere && { 'aria-current': 'page' as const })}
    >
      {children}
    </LinkBox>
  )
}
