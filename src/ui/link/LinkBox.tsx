import type { SxProps, Theme } from '@mui/material/styles'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Box } from '#src/ui/box/Box.tsx'

interface AnchorProps extends ComponentProps<'a'> {
  sx?: SxProps<Theme>
}

/** An unstyled link: a tab, a tile, a whole row. */
export const LinkBox = createLink(({ sx, ...anchor }: AnchorProps) => (
  <Box component="a" {...anchor} {...(sx && { sx })} />
))
