import { type ReactNode, useId } from 'react'
import { Box } from '#src/ui/box/Box.tsx'

/** The color of a reading's status. A label is always shown with it. */
export type Tone = 'success' | 'warning' | 'error'

const toneOf = (percent: number): Tone => (percent <= 10 ? 'error' : percent <= 30 ? 'warning' : 'success')

/** A drop, filled by the remaining oil life. */
export function OilDrawing({ percent }: { percent: number }) {
  const id = useId()
  const drop = 'M60 8c22 30 36 48 36 66a36 36 0 0 1-72 0c0-18 14-36 36-66z'
  return (
    <Drawing tone={toneOf(percent)}>
      <clipPath id={id}>
        <path d={drop} />
      </clipPath>
      <rect
        clipPath={`url(#${id})`}
        x="20"
        width="80"
        y={110 - percent * 1.02}
        height={percent * 1.02}
        fill="currentColor"
        opacity="0.85"
      />
      <path d={drop} fill="none" stroke="currentColor" strokeWidth="4" />
    </Drawing>
  )
}

/** A battery, filled by its charge. */
export function BatteryDrawing({ percent }: { percent: number }) {
  return (
    <Drawing tone={toneOf(percent)}>
      <rect x="14" y="30" width="92" height="62" rx="8" fill="none" stroke="currentColor" strokeWidth="4" />
      <path d="M26 30v-8h16v8M78 30v-8h16v8" fill="currentColor" />
      <rect x="20" y="36" width={percent * 0.8} height="50" rx="4" fill="currentColor" opacity="0.85" />
    </Drawing>
  )
}

/** The check engine light. */
export function EngineDrawing({ isLit }: { isLit: boolean }) {
  return (
    <Drawing tone={isLit ? 'error' : 'success'}>
      <path
        d="M12 56v28M12 70h12V48h14l10-12h28l10 12h10v16h10V54h8v42h-8V82h-8l-8 14H46L34 84h-10V70M50 36V26h24v10"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {!isLit && (
        <path d="M48 66l9 9 18-19" fill="none" stroke="currentColor" strokeWidth="5" strokeLinecap="round" />
      )}
      {isLit && (
        <path d="M60 50v20M60 80v2" fill="none" stroke="currentColor" strokeWidth="6" strokeLinecap="round" />
      )}
    </Drawing>
  )
}

function Drawing({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Box component="svg" viewBox="0 0 120 120" aria-hidden sx={{ width: 120, color: `${tone}.main` }}>
      {children}
    </Box>
  )
}
