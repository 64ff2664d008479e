/** A window of an engine, controlled from outside. */
export interface Tab {
  goto(url: string): Promise<void>
  /** Runs the body of an async function in the page; `args` are plain data. */
  run<T>(body: string, ...args: unknown[]): Promise<T>
  /** Replaces the text of the first field that a selector matches. */
  type(selector: string, text: string): Promise<void>
  /** Chooses files like a user in the first input that a selector matches. */
  choose(selector: string, paths: readonly string[]): Promise<void>
}

/** A started engine. */
export interface Session {
  tab: Tab
  /** Closes it like a user closes the app; its storage remains for the next session. */
  close(): Promise<void>
}

export interface Engine {
  name: string
  /** How this engine closes and reopens the app, for the report. */
  reopens: string
  start(): Promise<Session>
  /** Ends all processes and removes the storage. */
  end(): Promise<void>
}
