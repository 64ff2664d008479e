/**
 * The version of each call that devices queue, which they send as `X-Op-Version`. A server answers a newer version than
 * its own with 503, because it would drop fields that it does not know (decision 127). Raise the version with each new
 * field; tests/unit/offline/operation-versions.test.ts lists the fields of each version.
 */
export const OPERATION_VERSIONS = {
  'history.create': 1,
  'history.update': 1,
  'history.destroy': 1,
  'history.putFile': 1,
  'history.putPart': 1,
  'glovebox.create': 1,
  'glovebox.update': 1,
  'glovebox.destroy': 1,
  'glovebox.putFile': 1,
  'glovebox.putPart': 1,
  'orders.update': 1,
  'odometer.create': 1,
  'odometer.void': 1,
  'schedules.servicesCompleted': 1,
  'schedules.intervalCompleted': 1,
  'schedules.serviceCompleted': 1,
  'reminders.snooze': 1,
  'shopLinks.confirm': 1,
  'shopLinks.decline': 1,
  'shopLinks.acceptTime': 1,
  'shopLinks.declineTime': 1,
  'shopLinks.estimate': 2,
  'shopLinks.complete': 2,
  'shopLinks.invoice': 1,
  'shopLinks.putFile': 1,
  'shopLinks.putPart': 1,
} as const satisfies Record<string, number>
export type QueuedCall = keyof typeof OPERATION_VERSIONS
