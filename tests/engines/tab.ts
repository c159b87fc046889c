/** A browser's tab as a test uses it, whichever engine is behind it. */
import type { Cookie } from '../support/aged-cookie'
import type { Target } from './locate'

export type Key = 'Tab' | 'Enter' | 'Escape' | 'Space'

export type Tab = {
  /** Goes to an address and waits until it is loaded. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  /** Calls a function in the page; it knows nothing but its arguments, and both are JSON. */
  run<Result, Args extends unknown[]>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  /** Clicks on the target with the mouse; false if it is not there or can't be used yet. */
  click(target: Target): Promise<boolean>
  /** Gives the focus to a field and selects what is in it; false as above. */
  select(field: Target): Promise<boolean>
  /** Chooses from a list by the option's value; false as above. */
  choose(field: Target, value: string): Promise<boolean>
  /** Types where the focus is. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** The value of a cookie, also of one that scripts don't see; null if there is none. */
  cookie(name: string): Promise<string | null>
  setCookie(cookie: Cookie): Promise<void>
  /** Another tab of the same browser; this one goes on behind it. */
  newTab(): Promise<Tab>
  /** A PNG of what can be seen. */
  picture(): Promise<Buffer>
}

/** A browser that nobody has used before. */
export type Visit = {
  tab: Tab
  /** What its pages said of errors; null where the engine doesn't tell. */
  errors: string[] | null
  close(): Promise<void>
}

/** An engine's program, which serves one visit after the other, or several at once. */
export type Engine = {
  visit(): Promise<Visit>
  close(): Promise<void>
}
