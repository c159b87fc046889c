import 'client-only'
/**
 * Google's tag (gtag.js), loaded only where one is configured. The boot script sends consent mode's defaults and the
 * stored choice; this sends new choices and page views.
 */
import { ifLoaded } from '@/lib/browser/errors/loading'
import type { GoogleTag } from '@/lib/config/config'
import { consentBoot } from '@/lib/consent/boot'
import {
  allRefused,
  type ConsentRecord,
  type ConsentSignals,
  grantsSomething,
  optionalCategories,
  signalsOf,
} from '@/lib/consent/record'
import { pageAt } from '@/lib/site/paths'
import { currentConsent, takeUnreportedChoices, watchConsent } from './consent'
import { currentSignals } from './prompt'

/**
 * Reports a view of the page, once if analytics is granted. The first call loads the tag, in basic mode not before something
 * is granted.
 */
export function trackPageView(configured: GoogleTag, path: string): void {
  if (!tag) {
    tag = configured
    runConsentBoot()
    sentSignals = currentSignals() ?? null
    watchConsent(updateTag)
    // Back is another view, and is reported with the choice read then: a `storage` event may come before `pageshow`.
    window.addEventListener('pagehide', () => setView(view.path))
  }
  if (path === view.path) return
  setView(path)
  if (isLoaded) setPageFields()
  updateTag()
}

declare global {
  interface Window {
    dataLayer?: ArrayLike<unknown>[]
    gtag?: (...command: unknown[]) => void
  }
}

type View = { path: string; isReported: boolean }

let tag: GoogleTag | null = null
let isLoaded = false
/** The signals that consent mode got last; null before any choice. */
let sentSignals: ConsentSignals | null = null
let view: View = { path: '', isReported: true }
let previousUrl = ''

/** Does nothing if it has run. It hasn't where Next renders only on the client, as after `notFound()`. */
function runConsentBoot(): void {
  if (window.gtag) return
  const script = document.createElement('script')
  script.textContent = consentBoot
  document.head.append(script)
}

/** A page restored by Back keeps its original referrer. */
function setView(path: string): void {
  if (path !== view.path) previousUrl = view.path ? reportedUrl(view.path) : referrer()
  view = { path, isReported: false }
}

/** Sends new choices: consent first, then events, so that each hit has the right state. */
function updateTag(): void {
  const record = currentConsent()
  const choices = takeUnreportedChoices()
  const before = sentSignals
  // After a withdrawal a loaded tag would still send cookieless hits, which basic mode excludes.
  if (tag?.consent === 'basic') Object.assign(window, { [`ga-disable-${tag.tagId}`]: !mayUseTag(record) })
  const hasChanged = sendConsent(record)
  // Another tab made the choice and deleted the cookies, which this tab's tag may have written again.
  if (hasChanged && choices.length === 0) {
    void ifLoaded(import('./choice'), (choice) => choice.deleteRefusedCookies(currentConsent() ?? allRefused))
  }
  if (mayUseTag(record)) loadTag()
  const isNew = (name: 'analytics_storage' | 'ad_storage') =>
    sentSignals?.[name] === 'granted' && before?.[name] !== 'granted'
  for (const choice of choices) sendEvent('cookie_consent', describeChoice(choice))
  if (choices.length > 0 && (isNew('analytics_storage') || isNew('ad_storage'))) sendEvent('consent_granted')
  sendPageView(record)
}

/** Returns whether the state changed. A choice that is gone, as with cleared storage, is sent as a refusal. */
function sendConsent(record: ConsentRecord | null): boolean {
  if (!record && !sentSignals) return false
  const signals = signalsOf(record ?? allRefused)
  if (sentSignals && JSON.stringify(sentSignals) === JSON.stringify(signals)) return false
  sentSignals = signals
  window.gtag?.('consent', 'update', signals)
  return true
}

function mayUseTag(record: ConsentRecord | null): boolean {
  return tag?.consent === 'advanced' || (record !== null && grantsSomething(record))
}

function loadTag(): void {
  if (isLoaded || !tag) return
  isLoaded = true
  window.gtag?.('js', new Date())
  setPageFields()
  // Where ads are denied, sends no click IDs (developers.google.com/tag-platform/security/guides/consent).
  window.gtag?.('set', 'ads_data_redaction', true)
  if (tag.urlPassthrough) window.gtag?.('set', 'url_passthrough', true)
  // History events would count these pages twice: see `.env.example`.
  window.gtag?.('config', tag.tagId, { send_page_view: false })
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(tag.tagId)}`
  document.head.append(script)
}

function sendPageView(record: ConsentRecord | null): void {
  if (view.isReported || !record?.analytics) return
  view.isReported = true
  sendEvent('page_view', { page_location: reportedUrl(view.path), page_referrer: previousUrl })
}

/** For the hits that the tag sends on its own. */
function setPageFields(): void {
  window.gtag?.('set', { page_location: reportedUrl(view.path), page_referrer: previousUrl })
}

/** Drops the event if the tag isn't loaded. */
function sendEvent(name: string, parameters: Record<string, unknown> = {}): void {
  if (isLoaded) window.gtag?.('event', name, parameters)
}

/** The specified parameters of a `cookie_consent` event (S97–S98). */
function describeChoice(record: ConsentRecord): Record<string, unknown> {
  const choice = optionalCategories.map((category) => [`${category}_consent`, record[category]])
  return { consent_type: record.type, ...(record.type === 'custom' && Object.fromEntries(choice)) }
}

/** A page's URL for Google: without query, note ID or anything a visitor typed. */
function reportedUrl(path: string): string {
  const pattern = pageAt(path)?.pattern ?? '/404'
  return location.origin + pattern.replace(/[{}]/g, '')
}

function referrer(): string {
  if (!URL.canParse(document.referrer)) return ''
  const { origin, pathname } = new URL(document.referrer)
  return origin === location.origin ? reportedUrl(pathname) : origin
}
