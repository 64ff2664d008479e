export type Environment = 'staging' | 'production'

/** Returns staging if the second label of the host is 'development', else production. Source: CST-006. */
export function environmentOf(host: string): Environment {
  return host.toLowerCase().split('.')[1] === 'development' ? 'staging' : 'production'
}

/** Share of errors that are reported: all of them. Source: CST-007. */
export const ERROR_SAMPLE_RATE = 1
