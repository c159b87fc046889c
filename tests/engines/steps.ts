/** What people do and see in a tab. Each waits for what it needs; an engine may be slow on a busy machine. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import type { Account } from '../support/accounts'
import type { Site } from '../support/site'
import { type Target, the } from './locate'
import type { Tab } from './tab'

const patience = { timeout: 20_000 }

/** Until the steps go well: a page that is being left fails them, and the next has the answer. */
const eventually = (steps: () => Promise<void>) => expect(steps).toPass(patience)

export function click(tab: Tab, target: Target): Promise<void> {
  return eventually(async () => expect(await tab.click(target), `${target.name} can be clicked`).toBe(true))
}

/** Puts the text in the field by the keyboard, in place of what is there. */
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

/** Presses Tab until the focus is on what has this name. */
export async function tabTo(tab: Tab, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await tab.run(readFocus)) === name) return
    await tab.press('Tab')
  }
  throw new Error(`40 presses of Tab didn’t reach ${name}`)
}

/** Signs in by the form that is open. */
export async function signIn(
  tab: Tab,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  await fill(tab, 'Email', email, 'main')
  await fill(tab, 'Password', password, 'main')
  await click(tab, the('button', 'Sign in', 'main'))
}

/** Signs in by the form, and stands on the page of notes once its scripts run. */
export async function enter(tab: Tab, site: Site, account: Account): Promise<void> {
  await tab.open(`${site.url}/login`)
  await signIn(tab, account)
  await isAt(tab, '/app')
  await see(tab, 'New note')
  await settle(tab)
}

/**
 * Until the SDK has asked for its user and written it down: WebKitGTK (2.50) keeps a database locked for good whose writer was
 * left in the middle.
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

/** These run in the page. */
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
