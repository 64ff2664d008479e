/** Stores values by name, and drops the oldest beyond a maximum number. */
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
