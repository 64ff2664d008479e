import { type ComponentType, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react'

/** A component whose code loads when it is first rendered, or earlier by `preload`. */
export type LazyComponent<Props extends object> = ((props: Props) => ReactNode) & {
  /** Loads the code. Resolves after a failure too, which shows when the component is rendered; that tries again. */
  preload(): Promise<void>
}

/**
 * Splits a part of a screen into its own chunk. Unlike `React.lazy`, it renders at once when the code is loaded, and
 * does not suspend. React shows a suspended part up to 300 ms after the previous one, even if its code arrives sooner.
 * @param fallback shown while the code loads, for example a skeleton of its height
 * @throws in render if the code cannot be loaded
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const loadOnce = () => {
    loading ??= load().then(
      (component) => {
        loaded = component
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (Part) return
      let isMounted = true
      loadOnce().then(
        () => isMounted && startTransition(() => setPart(() => loaded)),
        (error: unknown) => isMounted && setFailure({ error }),
      )
      return () => {
        isMounted = false
      }
    }, [Part])
    if (failure) throw failure.error
    const shown = typeof fallback === 'function' ? fallback(props) : fallback
    if (!Part) return shown
    return (
      // For the texts of the part, which may still load.
      <Suspense fallback={shown}>
        <Part {...props} />
      </Suspense>
    )
  }

  return Object.assign(LazyPart, { preload: () => loadOnce().catch(() => {}) })
}
