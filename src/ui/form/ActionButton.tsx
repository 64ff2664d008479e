import Button, { type ButtonProps } from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { type MouseEvent, useRef, useState } from 'react'

interface ActionButtonProps extends Omit<ButtonProps, 'disabled' | 'title'> {
  /** Why it cannot be used now. It then looks disabled, does nothing, and shows the reason on focus, hover and tap. */
  disabledReason?: string | undefined | false
  /** Icon only, where there is no room for the text, which becomes the accessible name. */
  isIconOnly?: boolean
}

/** A button that is never disabled without a reason (interface rule 6). `loading` shows that its action is running. */
export function ActionButton({ disabledReason, isIconOnly, onClick, type, ...given }: ActionButtonProps) {
  const props = isIconOnly ? iconAlone(given) : given
  if (!disabledReason) return <Button {...props} type={type} onClick={onClick} />
  return <UnavailableButton {...props} reason={disabledReason} />
}

/** A separate component, so that the tooltip starts closed each time there is a reason. */
function UnavailableButton({ reason, ...props }: ButtonProps & { reason: string }) {
  const [open, setOpen] = useState(false)
  // No disabled attribute: a disabled button gets no focus, hover or tap, so it could not show the reason.
  const preventAction = (event: MouseEvent) => {
    event.preventDefault()
    setOpen(true)
  }
  // If the button appears below a resting pointer, do not open the tooltip: it would cover what the click opened.
  const hasMoved = useRef(false)
  return (
    <Tooltip
      title={reason}
      open={open}
      onOpen={({ type }) => setOpen(type !== 'mouseover' || hasMoved.current)}
      onClose={() => setOpen(false)}
      describeChild
    >
      <Button
        {...props}
        type="button"
        aria-disabled
        onClick={preventAction}
        onMouseMove={() => {
          if (!hasMoved.current) setOpen(true)
          hasMoved.current = true
        }}
        sx={[{ opacity: 0.55, cursor: 'not-allowed' }, ...(Array.isArray(props.sx) ? props.sx : [props.sx])]}
      />
    </Tooltip>
  )
}

const iconAlone = ({ startIcon, children, ...props }: ButtonProps): ButtonProps => ({
  ...props,
  'aria-label': String(children),
  children: startIcon,
  sx: { minWidth: 48, px: 1.5 },
})
