import Button, { type ButtonProps } from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import { type MouseEvent, useRef, useState } from 'react'

interface ActionButtonProps extends Omit<ButtonProps, 'disabled' | 'title'> {
  /** Why it cannot be used now. It then looks disabled, does nothing, and says why on focus, hover and tap. */
  disabledReason?: string | undefined | false
  /** Its icon alone, where there is no room for the words, which are then its name. */
  isIconOnly?: boolean
}

/** A button that is never greyed without a reason (interface rule 6). `loading` shows that its work is under way. */
export function ActionButton({ disabledReason, isIconOnly, onClick, type, ...given }: ActionButtonProps) {
  const props = isIconOnly ? iconAlone(given) : given
  if (!disabledReason) return <Button {...props} type={type} onClick={onClick} />
  return <RefusingButton {...props} reason={disabledReason} />
}

/** A component of its own, so that the words are not open from an earlier time when there is a reason again. */
function RefusingButton({ reason, ...props }: ButtonProps & { reason: string }) {
  const [open, setOpen] = useState(false)
  // Not the disabled attribute: a disabled button gets no focus, no hover and no tap, so it could not say why.
  const refuse = (event: MouseEvent) => {
    event.preventDefault()
    setOpen(true)
  }
  // A pointer that rests where the button turns up has not asked: the words would lie over what its click has opened.
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
        onClick={refuse}
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
