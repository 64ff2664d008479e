import type { Components, Theme } from '@mui/material/styles'

/** Fingers need 48 px (interface rule 5); a mouse at a desk gets the dense form. */
const touch = '@media (pointer: coarse), (max-width: 599.95px)'
const calm = '@media (prefers-reduced-motion: reduce)'
/** The system paints all grounds alike: what only a ground tells apart needs the system's own colours. */
const forced = '@media (forced-colors: active)'
const selected = { forcedColorAdjust: 'none', color: 'HighlightText', backgroundColor: 'Highlight' } as const

/** The one look of all brands: what MUI's parts do differently here, and why. */
export const components: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { WebkitTextSizeAdjust: '100%' },
      body: { overflowWrap: 'break-word', fontVariantNumeric: 'lining-nums tabular-nums' },
      // Browsers set these back to the font's own figures, which in some hang below the line.
      'button, input, textarea': { fontVariantNumeric: 'inherit' },
      'a, button, input, select, textarea, [tabindex]': { scrollMarginBlock: theme.spacing(10) },
      ':focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
      [forced]: { 'nav [aria-current="page"]': selected },
      [calm]: {
        '*, *::before, *::after': {
          // What names no transition has `all`: with any duration, each colour that it inherits would come a frame later
          // than its parent's, and a change of scheme run through the page in steps. A part's own rule goes before this.
          transitionProperty: 'none',
          // Not 0 s: parts that wait for the end of their own transition would wait for good.
          transitionDuration: '0.01ms !important',
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
  MuiButtonBase: {
    // The ripple moves on every tap and says nothing that the pressed colour does not.
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-focusVisible': {
          outline: `2px solid ${theme.vars.palette.primary.main}`,
          outlineOffset: 2,
        },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { minHeight: 36, [touch]: { minHeight: 48, paddingInline: 16, fontSize: '1rem' } },
    },
  },
  MuiIconButton: { styleOverrides: { root: { [touch]: { minWidth: 48, minHeight: 48 } } } },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        textTransform: 'none',
        // MUI's own grey passes AA on white only, not on the ground of every brand.
        color: theme.vars.palette.text.secondary,
        [touch]: { minHeight: 48, paddingInline: 16 },
        [forced]: { '&.Mui-selected, &.Mui-selected:hover': selected },
      }),
    },
  },
  MuiTab: {
    styleOverrides: {
      root: { textTransform: 'none', minHeight: 48, [forced]: { '&.Mui-selected': selected } },
    },
  },
  MuiMenuItem: { styleOverrides: { root: { whiteSpace: 'normal', [touch]: { minHeight: 48 } } } },
  MuiListItemButton: { styleOverrides: { root: { [touch]: { minHeight: 48 } } } },
  MuiCheckbox: { styleOverrides: { root: { [touch]: { padding: 12 } } } },
  MuiRadio: { styleOverrides: { root: { [touch]: { padding: 12 } } } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 2 },
      }),
      notchedOutline: ({ theme }) => ({
        // An input's border must be seen: 3:1 on the surface (WCAG 1.4.11).
        borderColor: `color-mix(in srgb, ${theme.vars.palette.text.secondary} 75%, transparent)`,
      }),
      // 16 px on touch, else iOS zooms into the field.
      input: {
        paddingBlock: 8,
        height: '1.5rem',
        fontSize: '0.9375rem',
        [touch]: { paddingBlock: 12, fontSize: '1rem' },
      },
      multiline: { paddingBlock: 0 },
    },
  },
  // The same height as the other fields.
  MuiAutocomplete: {
    styleOverrides: {
      inputRoot: {
        paddingBlock: 0,
        '& .MuiAutocomplete-input.MuiAutocomplete-input': {
          padding: '8px 6px',
          [touch]: { paddingBlock: 12 },
        },
      },
    },
  },
  MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, fontSize: '0.8125rem' } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.125rem', fontWeight: 650 } } },
  // The brand's own colours, whose contrast is tested, in place of tints that MUI reckons.
  MuiAlert: {
    styleOverrides: {
      root: ({ theme, ownerState: { severity = 'info', variant } }) => {
        const { main, contrastText } = theme.vars.palette[severity]
        if (variant === 'filled') return { backgroundColor: main, color: contrastText }
        return {
          color: theme.vars.palette.text.primary,
          border: `1px solid ${main}`,
          backgroundColor:
            variant === 'outlined'
              ? theme.vars.palette.background.paper
              : `color-mix(in srgb, ${main} 12%, ${theme.vars.palette.background.paper})`,
          '& .MuiAlert-icon': { color: main },
        }
      },
    },
  },
  MuiTooltip: {
    defaultProps: { enterTouchDelay: 0, leaveTouchDelay: 4000 },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        fontSize: '0.8125rem',
        backgroundColor: theme.vars.palette.text.primary,
        color: theme.vars.palette.background.paper,
      }),
    },
  },
  MuiLink: { defaultProps: { underline: 'hover' } },
}
