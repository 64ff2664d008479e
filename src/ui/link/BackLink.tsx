import ArrowBack from '@mui/icons-material/ArrowBack'
import Button from '@mui/material/Button'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** A back link above a page's title. */
export const BackLink = createLink((props: ComponentProps<typeof Button>) => (
  <Button startIcon={<ArrowBack />} size="small" {...props} sx={{ ml: -1, mb: 0.5 }} />
))
