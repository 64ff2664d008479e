/** Remembers the newest values, each under a name, and forgets the oldest ones beyond a number of them. */
export function boundedMap<Value>(most: number) {
  const values = new Map<string, Value>()
  return {
    get: (name: string) => values.get(name),
    set(name: string, value: Value) {
      values.delete(name)
      values.set(name, value)
      const [oldest] = values.keys()
      if (values.size > most && oldest !== undefined) values.delete(oldest)
    },
  }
}
