/** Stops components in reverse order of their start. Also stops the components of a start that fails halfway. */
export function stopStack() {
  const stops: (() => Promise<unknown>)[] = []
  return {
    push: (stop: () => Promise<unknown>) => stops.push(stop),
    async unwind() {
      for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
    },
  }
}
export type StopStack = ReturnType<typeof stopStack>
