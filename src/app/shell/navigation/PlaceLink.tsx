import type { SxProps, Theme } from '@mui/material/styles'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'
import type { Place } from './places.tsx'

interface PlaceLinkProps {
  place: Place
  sx: SxProps<Theme>
  onClick?: () => void
  children: ReactNode
}

/** A link to a place, marked while one is there. */
export function PlaceLink({ place, sx, onClick, children }: PlaceLinkProps) {
  const isAlsoHere = useLocation({ select: ({ pathname }) => place.alsoOn?.test(pathname) ?? false })
  return (
    <LinkBox
      to={place.to}
      sx={sx}
      {...(onClick && { onClick })}
      {...(isAlsoHere && { 'aria-current': 'page' as const })}
    >
      {children}
    </LinkBox>
  )
}
