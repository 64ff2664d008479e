import type { Components, Theme } from '@mui/material/styles'
import { printStyles } from './print-styles.ts'

/** Touch targets are 48 px (interface rule 5). Mouse users get the dense layout. */
const touch = '@media (pointer: coarse), (max-width: 599.95px)'
const calm = '@media (prefers-reduced-motion: reduce)'
/**
 * Forced colors remove all background differences. Elements that differ only by background use system colors instead.
 */
const forced = '@media (forced-colors: active)'
const selected = { forcedColorAdjust: 'none', color: 'HighlightText', backgroundColor: 'Highlight' } as const

/** MUI component overrides shared by all brands. */
export const components: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { WebkitTextSizeAdjust: '100%' },
      body: { overflowWrap: 'break-word', fontVariantNumeric: 'lining-nums tabular-nums' },
      // Browsers reset these to the font's default numerals, which are old-style in some fonts.
      'button, input, textarea': { fontVariantNumeric: 'inherit' },
      'a, button, input, select, textarea, [tabindex]': { scrollMarginBlock: theme.spacing(10) },
      // Most lists have no bullets. A list in running text sets its own.
      'ul, ol': { margin: 0, padding: 0, listStyle: 'none' },
      '@keyframes slide': { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } },
      ':focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
      // `[href]` makes the rule more specific than the colors that links set for their current page.
      [forced]: { 'nav [aria-current="page"][href]': selected },
      ...printStyles,
      [calm]: {
        '*, *::before, *::after': {
          // The default is `all`: with any duration, inherited colors would change one frame after the parent's, and a
          // change of scheme would ripple through the page. A component's own transition overrides this.
          transitionProperty: 'none',
          // Not 0 s: components that wait for their transition to end would wait forever.
          transitionDuration: '0.01ms !important',
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
  MuiButtonBase: {
    // The ripple animates on every tap and adds nothing to the pressed color.
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
        // MUI's default gray passes AA on white only, not on every brand's background.
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
        // Input borders need a contrast of 3:1 with the surface (WCAG 1.4.11).
        borderColor: `color-mix(in srgb, ${theme.vars.palette.text.secondary} 75%, transparent)`,
      }),
      // 16 px on touch, otherwise iOS zooms into the field.
      input: {
        paddingBlock: 8,
        height: '1.5rem',
        fontSize: '0.9375rem',
        [touch]: { paddingBlock: 12, fontSize: '1rem' },
      },
      multiline: { paddingBlock: 0 },
    },
  },
  // Same height as the other fields.
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
  // MUI's indeterminate bars animate `left` and `right`. That forces a layout in every frame and keeps the page's other
  // animations on the main thread. The compositor runs a transform.
  MuiLinearProgress: {
    styleOverrides: {
      indeterminate: {
        '& .MuiLinearProgress-bar1': {
          width: '40%',
          transform: 'translateX(75%)',
          animation: 'slide 1.6s ease-in-out infinite',
        },
        '& .MuiLinearProgress-bar2': { display: 'none' },
      },
    },
  },
  // Without `disableShrink`, the arc changes its length and is repainted in every frame.
  MuiCircularProgress: { defaultProps: { disableShrink: true } },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.125rem', fontWeight: 650 } } },
  // The brand's own colors, whose contrast is tested, instead of the tints that MUI computes.
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
