let isExpected = false
let report = () => {}
const drawn = new Promise<void>((resolve) => {
  report = resolve
})

/** Announces that a start draws its first content and will report it. */
export function expectFirstContent(): void {
  isExpected = true
}

/** Reports that the first content is drawn. */
export const reportFirstContent = (): void => report()

/** Resolves when the first content of this start is drawn, or after `longestMs`; at once when none is expected. */
export function firstContent(longestMs: number): Promise<unknown> {
  if (!isExpected) return Promise.resolve()
  return Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, longestMs))])
}
