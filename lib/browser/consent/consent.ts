import 'client-only'
/**
 * The visitor's choice, from this tab or another. Only this file reads and writes it in storage, and the boot script reads
 * it (`currentSignals`).
 */
import { observable } from '@/lib/browser/observable'
import { tryStorage } from '@/lib/browser/site-data'
import { consentKeys } from '@/lib/consent/keys'
import { type ConsentRecord, describeConsent, parseConsent } from '@/lib/consent/record'

/** The valid choice, or null. Without storage it lasts until the page is left. */
export function currentConsent(): ConsentRecord | null {
  if (cached === undefined) cached = readStored()
  return cached
}

/** Calls the listener on each change, here or in another tab. Returns the unsubscribe function. */
export function watchConsent(listener: () => void): () => void {
  if (!isWatching) {
    isWatching = true
    window.addEventListener('storage', onStorage)
    window.addEventListener('pageshow', onPageShow)
  }
  return changes.subscribe(listener)
}

/** Stores a choice made on this page, and publishes it to all listeners, including the tag. */
export function saveConsent(record: ConsentRecord): void {
  store(record)
  unreportedChoices.push(record)
  publish(record)
}

/** Whether Global Privacy Control is on (globalprivacycontrol.org). */
export function isGpcOn(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
}

/** Returns each choice made on this page once. */
export function takeUnreportedChoices(): ConsentRecord[] {
  return unreportedChoices.splice(0)
}

const changes = observable<void>(undefined)
const unreportedChoices: ConsentRecord[] = []
let cached: ConsentRecord | null | undefined
let isWatching = false

/** The time is written last, after the choice. A null key means storage was cleared. */
function onStorage({ key }: StorageEvent): void {
  if (key === null || key === consentKeys.time) publish(readStored())
}

/** A page restored by Back got no events while it was away. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) publish(readStored())
}

function publish(record: ConsentRecord | null): void {
  cached = record
  changes.set()
}

/** Unreadable storage changes nothing. */
function readStored(): ConsentRecord | null {
  const read = tryStorage(({ local }) => {
    const choice = local.getItem(consentKeys.choice)
    const time = local.getItem(consentKeys.time)
    return parseConsent({ choice, time }, { now: new Date(), isGpcOn: isGpcOn() })
  })
  return read === undefined ? (cached ?? null) : read
}

/** If storage is disabled or full, the choice lasts until the page is left. */
function store(record: ConsentRecord): void {
  const { choice, time } = describeConsent(record)
  const isStored = tryStorage(({ local }) => {
    local.setItem(consentKeys.choice, choice)
    local.setItem(consentKeys.time, time)
    return true
  })
  // An older grant must not outlive a withdrawal that couldn't be stored: without its time it's invalid.
  if (!isStored) tryStorage(({ local }) => local.removeItem(consentKeys.time))
}
