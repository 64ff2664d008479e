import Box, { type BoxProps } from '@mui/material/Box'
import { createLink } from '@tanstack/react-router'

/** A link of any look: a tab, a tile, a whole row. */
export const LinkBox = createLink((props: BoxProps<'a'>) => <Box component="a" {...props} />)
