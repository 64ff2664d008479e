import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

interface AnchorProps extends ComponentProps<'a'> {
  sx?: SxProps<Theme>
}

/** An unstyled link: a tab, a tile, a whole row. */
export const LinkBox = createLink(({ sx, ...anchor }: AnchorProps) => (
  <Box component="a" {...anchor} {...(sx && { sx })} />
))
