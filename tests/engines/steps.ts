/** What people do and see in a tab. Each step waits for what it needs. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import type { Account } from '../support/accounts'
import type { Site } from '../support/site'
import { type Target, the } from './locate'
import type { Tab } from './tab'

const patience = { timeout: 20_000 }

/** Repeats the steps until they succeed: they fail on a page that is being left. */
const eventually = (steps: () => Promise<void>) => expect(steps).toPass(patience)

export function click(tab: Tab, target: Target): Promise<void> {
  return eventually(async () => expect(await tab.click(target), `${target.name} can be clicked`).toBe(true))
}

/** Replaces the field's text by the keyboard. */
export async function fill(
  tab: Tab,
  label: string,
  text: string,
  within: string | null = null,
): Promise<void> {
  const target = the('field', label, within)
  await eventually(async () => expect(await tab.select(target), `${label} is there`).toBe(true))
  await tab.type(text)
}

export function see(tab: Tab, text: string): Promise<void> {
  return eventually(async () => expect(await tab.run(readText)).toContain(text))
}

export function seeNot(tab: Tab, text: string): Promise<void> {
  return eventually(async () => expect(await tab.run(readText)).not.toContain(text))
}

export function isAt(tab: Tab, path: string): Promise<void> {
  return eventually(async () => expect(await tab.run(readPath)).toBe(path))
}

export function hasFocus(tab: Tab, name: string): Promise<void> {
  return eventually(async () => expect(await tab.run(readFocus)).toBe(name))
}

/** Presses Tab until an element of this name has the focus. */
export async function tabTo(tab: Tab, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await tab.run(readFocus)) === name) return
    await tab.press('Tab')
  }
  throw new Error(`40 presses of Tab didn’t reach ${name}`)
}

/** Signs in by the open form. */
export async function signIn(
  tab: Tab,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  await fill(tab, 'Email', email, 'main')
  await fill(tab, 'Password', password, 'main')
  await click(tab, the('button', 'Sign in', 'main'))
}

/** Signs in by the form, and waits for the scripts of the notes page. */
export async function enter(tab: Tab, site: Site, account: Account): Promise<void> {
  await tab.open(`${site.url}/login`)
  await signIn(tab, account)
  await isAt(tab, '/app')
  await see(tab, 'New note')
  await settle(tab)
}

/**
 * Waits until the SDK has fetched and stored its user: WebKitGTK (2.50) never unlocks a database whose page was left while it
 * was writing.
 */
async function settle(tab: Tab): Promise<void> {
  await eventually(async () => expect(await tab.run(hasAskedForUser)).toBe(true))
  await delay(500)
}

export async function signOut(tab: Tab): Promise<void> {
  await click(tab, the('button', 'Account menu'))
  await click(tab, the('button', 'Sign out', 'nav[aria-label=Account]'))
  await isAt(tab, '/')
}

/** Run in the page. */
// biome-ignore lint/performance/useDomNodeTextContent: what cannot be seen does not count
const readText = () => document.body.innerText
const readPath = () => location.pathname + location.search + location.hash

const hasAskedForUser = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('accounts:lookup'))

function readFocus(): string {
  const focused = document.activeElement as HTMLInputElement | null
  const label = focused?.labels?.[0]?.textContent
  return (focused?.ariaLabel || label || focused?.textContent || '').trim()
}
