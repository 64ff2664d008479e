import { styled } from '@mui/material/styles'

/** A link to another page of the site, without the router. MUI's link would add 2 kB to the sign-in screen. */
export const PlainLink = styled('a')(({ theme }) => ({
  color: (theme.vars ?? theme).palette.primary.main,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
}))
