import { FAULTS } from './faults.ts'

/** Alerts that must fire for a kind of fault. A kind without a row is over before anybody has to act. */
const EXPECTED: Partial<Record<string, readonly string[]>> = {
  'server killed': ['WheelbookServerDown'],
  'replica killed': ['WheelbookReplicaNotUsed'],
  'replica cut off from the servers': ['WheelbookReplicaNotUsed'],
  'stream to the replica cut': ['WheelbookWritesWait'],
  'database silent': ['WheelbookDatabaseDown', 'WheelbookServerDown'],
  "a server's disk full": ['WheelbookDiskNearlyFull', 'WheelbookDataFolderNotWritable'],
  "the database's disk full": ['WheelbookDatabaseDown', 'WheelbookServerDown'],
}

/** Each fault of a part may stop a server for a moment, refuse calls or make them slow, and cost the replica its turn. */
const CONSEQUENCES = [
  'WheelbookServerDown',
  'WheelbookErrors',
  'WheelbookSlow',
  'WheelbookReplicaNotUsed',
  // A new replica has another name, and the alert about the former one lasts for a day.
  'WheelbookReplicaLost',
]
const FURTHER: Partial<Record<string, readonly string[]>> = {
  'database killed': ['WheelbookDatabaseDown', 'WheelbookWritesWait'],
  'database connections reset': ['WheelbookDatabaseDown'],
  'database silent': ['WheelbookWritesWait'],
  'replica killed': ['WheelbookWritesWait'],
  'replica promoted': ['WheelbookDatabaseDown', 'WheelbookWritesWait'],
  "the database's disk full": ['WheelbookWritesWait'],
}

export const expectedAlerts = (fault: string): readonly string[] => EXPECTED[fault] ?? []

/** Whether the fault explains the alert. */
export const explains = (fault: string, alert: string): boolean =>
  fault in FAULTS && [...expectedAlerts(fault), ...CONSEQUENCES, ...(FURTHER[fault] ?? [])].includes(alert)

/** Returns what to report about the alerts of one fault. `before`: the fault before it, whose alerts may still fire. */
export function judgeAlerts(
  fired: ReadonlySet<string>,
  { fault, before }: { fault: string; before: string },
) {
  return {
    missing: expectedAlerts(fault).filter((alert) => !fired.has(alert)),
    withoutCause: [...fired].filter((alert) => !explains(fault, alert) && !explains(before, alert)),
  }
}
