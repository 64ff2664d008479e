/** Ends a long job early because its server stops. The queue runs it again, on another server if there is one. */
export class ServerStops extends Error {}
