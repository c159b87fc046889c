import 'client-only'
import { observable } from '@/lib/browser/observable'
import { tryStorage } from '@/lib/browser/storage'
import { consentKeys } from '@/lib/consent/keys'
/** What this visitor has chosen, in this tab or another. */
import { type ConsentRecord, parseConsent } from '@/lib/consent/record'

/** The valid choice, or null. Without storage a choice holds for the page. */
export function currentConsent(): ConsentRecord | null {
  if (known === undefined) known = readStored()
  return known
}

/** Tells of each change, here or in another tab; returns the way to stop. */
export function watchConsent(listener: () => void): () => void {
  if (!isWatching) {
    isWatching = true
    window.addEventListener('storage', onStorage)
    window.addEventListener('pageshow', onPageShow)
  }
  return changes.subscribe(listener)
}

/** Makes a choice of this page known to all who watch: what is on the page, and the tag. */
export function publishConsent(record: ConsentRecord): void {
  decisions.push(record)
  publish(record)
}

/** The choices made on this page that nobody has reported yet. */
export function takeDecisions(): ConsentRecord[] {
  return decisions.splice(0)
}

const changes = observable<void>(undefined)
const decisions: ConsentRecord[] = []
let known: ConsentRecord | null | undefined
let isWatching = false

/** The time is written last: then both halves are there. A null key means that all was cleared. */
function onStorage({ key }: StorageEvent): void {
  if (key === null || key === consentKeys.time) publish(readStored())
}

/** A page that Back brings has heard nothing meanwhile. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) publish(readStored())
}

function publish(record: ConsentRecord | null): void {
  known = record
  changes.set()
}

/** Storage that cannot be read changes nothing. */
function readStored(): ConsentRecord | null {
  const read = tryStorage(() => {
    const choice = localStorage.getItem(consentKeys.choice)
    const time = localStorage.getItem(consentKeys.time)
    return parseConsent({ choice, time }, new Date())
  })
  return read === undefined ? (known ?? null) : read
}
