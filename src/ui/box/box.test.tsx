import createCache from '@emotion/cache'
import { CacheProvider, ThemeContext } from '@emotion/react'
import MuiBox from '@mui/material/Box'
import MuiStack from '@mui/material/Stack'
import { createTheme, type SxProps, type Theme } from '@mui/material/styles'
import MuiTypography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Box } from './Box.tsx'
import { Stack } from './Stack.tsx'
import { StyleClassesProvider } from './StyleClassesProvider.tsx'
import { createStyleClasses } from './style-classes.ts'
import { Typography } from './Typography.tsx'

const theme = createTheme({ cssVariables: true })

/** Renders an element and returns its markup and the rules of its class. */
function render(element: ReactNode) {
  const cache = createCache({ key: 'wb' })
  const insert = cache.insert.bind(cache)
  let rules = ''
  cache.insert = (...given) => {
    const inserted = insert(...given)
    rules += inserted ?? ''
    return inserted
  }
  const markup = renderToStaticMarkup(
    <CacheProvider value={cache}>
      <ThemeContext value={theme}>
        <StyleClassesProvider cache={cache}>{element}</StyleClassesProvider>
      </ThemeContext>
    </CacheProvider>,
  ).replace(/<style.*?<\/style>/, '')
  return { markup, rules }
}
/** The tag, and the rules without their class. */
function lookOf(element: ReactNode) {
  const { markup, rules } = render(element)
  if (!rules.includes('{')) throw new Error('No styles')
  return [/<\w+/.exec(markup)?.[0], rules.replaceAll(/\.wb-[\w-]+/g, '.wb')]
}

const STYLES: SxProps<Theme>[] = [
  { p: 2, color: 'text.secondary', mt: { xs: 1, md: 3 }, '&:hover > a': { bgcolor: 'background.paper' } },
  { display: { xs: 'none', sm: 'flex' }, gridTemplateColumns: 'repeat(2, 1fr)', gap: 1, px: undefined },
  [{ m: 1 }, false, { m: 2 }],
  (given) => ({ width: given.spacing(3) }),
  { borderColor: (given) => given.palette.divider, border: 1 },
]

describe('Box, Stack and Typography look like those of MUI', () => {
  it.each(STYLES)('with the styles %#', (sx) => {
    expect(lookOf(<Box sx={sx} />)).toEqual(lookOf(<MuiBox sx={sx} />))
    for (const direction of ['row', 'column', { xs: 'column', md: 'row' }] as const)
      expect(lookOf(<Stack direction={direction} sx={sx} />)).toEqual(
        lookOf(<MuiStack direction={direction} sx={sx} />),
      )
    for (const variant of ['h1', 'h3', 'subtitle1', 'body1', 'body2', 'caption', 'inherit'] as const)
      for (const noWrap of [false, true])
        expect(lookOf(<Typography variant={variant} noWrap={noWrap} sx={sx} />)).toEqual(
          lookOf(<MuiTypography variant={variant} noWrap={noWrap} sx={sx} />),
        )
  })

  it('computes equal styles once, unless they contain functions', () => {
    let calls = 0
    const counted = { ...theme, unstable_sx: () => ({ width: ++calls }) } as unknown as Theme
    const classes = createStyleClasses(counted, createCache({ key: 'wb' }))
    expect(classes('', undefined, { m: 1 })).toBe(classes('', undefined, { m: 1 }))
    expect(calls).toBe(1)
    expect(classes('', undefined, { m: () => 1 })).not.toBe(classes('', undefined, { m: () => 2 }))
    expect(calls).toBe(3)
  })

  it('adds no class to an element without styles, and keeps a given one', () => {
    expect(render(<Box id="a" />).markup).toBe('<div id="a"></div>')
    expect(render(<Box component="b" className="given" sx={{ m: 1 }} />).markup).toMatch(
      /^<b class="given wb-\w+"><\/b>$/,
    )
  })
})
