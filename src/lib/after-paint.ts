/** Calls `then` once the current frame is painted. Returns a function that cancels it. */
export function afterPaint(then: () => void): () => void {
  // Background pages do not paint.
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
