/** Hides navigation and buttons, prints black on white, and keeps rows in one piece (BRD-081). */
export const printStyles = {
  '@page': { margin: '15mm' },
  '@media print': {
    'body > div header, nav, footer': { display: 'none !important' },
    'main .MuiButton-root, main .MuiIconButton-root, main .MuiToggleButtonGroup-root': {
      display: 'none !important',
    },
    // The boxes around main have the background of the color scheme.
    'html, body, body :has(main)': { background: '#fff !important', colorScheme: 'light !important' },
    'main, main *': { background: 'transparent !important', color: '#000 !important' },
    'main svg text': { fill: '#000 !important' },
    'main svg .MuiChartsAxis-line, main svg .MuiChartsAxis-tick': { stroke: '#000 !important' },
    'main a': { textDecoration: 'none !important' },
    'main section': { border: '0 !important', overflow: 'visible !important' },
    'main figure, main tr': { breakInside: 'avoid' },
    thead: { display: 'table-header-group' },
    // The total comes once, after the last row.
    tfoot: { display: 'table-row-group' },
  },
} as const
