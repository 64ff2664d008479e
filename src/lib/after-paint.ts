/** Calls once the frame that is being made stands on the screen; returns the way to call it off. */
export function afterPaint(then: () => void): () => void {
  // A page in the background paints nothing.
  if (document.visibilityState === 'hidden') {
    then()
    return () => {}
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
