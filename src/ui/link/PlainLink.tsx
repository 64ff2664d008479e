import { styled } from '@mui/material/styles'

/** A link to another page of the site, without router: MUI's own would cost the sign-in screen 2 kB. */
export const PlainLink = styled('a')(({ theme }) => ({
  color: (theme.vars ?? theme).palette.primary.main,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
}))
