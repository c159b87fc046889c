/** A browser tab, whatever its engine. */
import type { Cookie } from '../support/accounts'
import type { Target } from './locate'

export type Key = 'Tab' | 'Enter' | 'Escape' | 'Space'

export type Tab = {
  /** Opens a URL and waits until it's loaded. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  /** Gives the page this size, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** Calls a function in the page; arguments and result are JSON. */
  run<Result, Args extends unknown[]>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  /** Clicks the target with the mouse; false if it isn't there or can't be used yet. */
  click(target: Target): Promise<boolean>
  /** Focuses a field and selects its text; false as above. */
  select(field: Target): Promise<boolean>
  /** Chooses an option by its value; false as above. */
  choose(field: Target, value: string): Promise<boolean>
  /** Types where the focus is. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** The value of a cookie, HttpOnly or not; null if there is none. */
  cookie(name: string): Promise<string | null>
  setCookie(cookie: Cookie): Promise<void>
  /** Another tab of the same browser, in front of this one. */
  newTab(): Promise<Tab>
  /** A PNG of the visible part. */
  picture(): Promise<Buffer>
}

/** A fresh browser. */
export type Visit = {
  tab: Tab
  /** Errors its pages logged; null if the engine doesn't report them. */
  errors: string[] | null
  close(): Promise<void>
}

/** An engine's running program, for any number of visits. */
export type Engine = {
  visit(): Promise<Visit>
  close(): Promise<void>
}
