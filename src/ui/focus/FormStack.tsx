import type { ComponentProps, FormEvent } from 'react'
import { Stack } from '#src/ui/box/Stack.tsx'
import { useErrorFocus } from './useErrorFocus.ts'

interface FormStackProps
  extends Pick<ComponentProps<typeof Stack>, 'aria-label' | 'children' | 'direction' | 'sx'> {
  onSubmit: () => unknown
}

/** A form of stacked fields. After a submit, the first error takes the focus, also one that the server finds. */
export function FormStack({ onSubmit, ...rest }: FormStackProps) {
  const { frame, focusError } = useErrorFocus<HTMLFormElement>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
    focusError()
  }
  return <Stack component="form" ref={frame} noValidate onSubmit={submit} {...rest} />
}
