import 'client-only'
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
  if (listeners.size === 0) {
    window.addEventListener('storage', heedStorage)
    window.addEventListener('pageshow', heedReturn)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('storage', heedStorage)
    window.removeEventListener('pageshow', heedReturn)
  }
}

/** Makes a choice of this page known here. */
export function publishConsent(record: ConsentRecord): void {
  decisions.push(record)
  publish(record)
}

/** The choices made on this page that nobody has reported yet. */
export function takeDecisions(): ConsentRecord[] {
  return decisions.splice(0)
}

const listeners = new Set<() => void>()
const decisions: ConsentRecord[] = []
let known: ConsentRecord | null | undefined

/** The time is written last: then both halves are there. A null key means that all was cleared. */
function heedStorage({ key }: StorageEvent): void {
  if (key === null || key === consentKeys.time) publish(readStored())
}

/** A page that Back brings has heard nothing meanwhile. */
function heedReturn({ persisted }: PageTransitionEvent): void {
  if (persisted) publish(readStored())
}

function publish(record: ConsentRecord | null): void {
  known = record
  for (const listener of [...listeners]) listener()
}

function readStored(): ConsentRecord | null {
  try {
    const choice = localStorage.getItem(consentKeys.choice)
    const time = localStorage.getItem(consentKeys.time)
    return parseConsent({ choice, time }, new Date())
  } catch (error) {
    if (error instanceof DOMException) return known ?? null
    throw error
  }
}
