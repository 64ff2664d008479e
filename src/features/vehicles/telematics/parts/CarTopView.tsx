import { Box } from '#src/ui/box/Box.tsx'

/** Top view of a vehicle with its four tires. */
export function CarTopView({ width }: { width: number }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 72 150"
      aria-hidden
      sx={{
        gridArea: 'car',
        width,
        color: 'text.secondary',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
      }}
    >
      <rect x="12" y="4" width="48" height="142" rx="18" />
      <path d="M18 44q18-10 36 0l-4 16q-14-5-28 0zM20 122q16 7 32 0l-3-12q-13 4-26 0zM17 62v44M55 62v44" />
      <g fill="currentColor">
        <rect x="4" y="22" width="7" height="24" rx="3" />
        <rect x="61" y="22" width="7" height="24" rx="3" />
        <rect x="4" y="104" width="7" height="24" rx="3" />
        <rect x="61" y="104" width="7" height="24" rx="3" />
      </g>
    </Box>
  )
}
