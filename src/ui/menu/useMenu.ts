import { type MouseEvent, useId, useState } from 'react'

/** State of a menu: the props of its button and of the menu itself. */
export function useMenu() {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const onClose = () => setAnchor(null)
  return {
    button: {
      'aria-haspopup': 'menu',
      'aria-expanded': anchor !== null,
      'aria-controls': anchor ? id : undefined,
      onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
    },
    menu: { id, anchorEl: anchor, open: anchor !== null, onClose },
    /** Returns the handler of a menu item: closes the menu, then runs `action`. */
    choose: (action: () => void) => () => {
      onClose()
      action()
    },
  } as const
}
