/** One window of some engine, driven from outside. */
export interface Tab {
  goto(url: string): Promise<void>
  /** Runs the body of an async function in the page; `args` are plain data. */
  run<T>(body: string, ...args: unknown[]): Promise<T>
  /** Puts text into the field that a selector finds, in place of what is there. */
  type(selector: string, text: string): Promise<void>
  /** Chooses files as a person would in the first input that a selector finds. */
  choose(selector: string, paths: readonly string[]): Promise<void>
}

/** A started engine. */
export interface Session {
  tab: Tab
  /** Closes it as a person closes the app; what it stored stays for the next session. */
  close(): Promise<void>
}

export interface Engine {
  name: string
  /** What 'closed and opened again' means with this engine. */
  reopens: string
  start(): Promise<Session>
  /** Ends all processes and removes what was stored. */
  end(): Promise<void>
}
