import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
/**
 * Google's tag (gtag.js), loaded only where one is configured. The boot script sets consent mode's defaults
 * and the stored choice; this adds the tag, the visitor's decisions and page views.
 */
import type { GoogleTag } from '@/lib/config/tag'
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
import { flushOnPageExit } from './after-paint'
import { currentConsent, takeUnreportedChoices, watchConsent } from './consent'
import { currentSignals } from './prompt'

/**
 * Reports each page viewed since the last call once, when analytics is granted; the last one is still open.
 * The first call starts the tag; in basic mode it isn't even requested until something is granted.
 */
export function trackPageViews(wanted: GoogleTag, viewed: string[]): void {
  if (!tag) {
    tag = wanted
    boot()
    sentSignals = currentSignals() ?? null
    flushOnPageExit()
    watchConsent(updateTag)
    // After the line above, which picks up choices made while the page was away.
    window.addEventListener('pageshow', ({ persisted }) => persisted && startView(view.path))
  }
  const paths = viewed.splice(0).filter((path, index, all) => path !== (all[index - 1] ?? view.path))
  paths.forEach((path, index) => {
    if (index < paths.length - 1) recordPastView(path)
    else startView(path)
  })
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
/** The last state sent to consent mode; null before any choice. */
let sentSignals: ConsentSignals | null = null
let view: View = { path: '', isReported: true }
let previousAddress = ''

/** When Next renders only on the client, as after `notFound()`, the script in its head hasn't run. */
function boot(): void {
  if (window.gtag) return
  const script = document.createElement('script')
  script.textContent = consentBoot
  document.head.append(script)
}

/** A page left before the tag was known: consent given since doesn't cover it. */
function recordPastView(path: string): void {
  if (sentSignals?.analytics_storage === 'granted') startView(path)
  else setView(path)
}

function startView(path: string): void {
  setView(path)
  if (isLoaded) setPageFields()
  updateTag()
}

/** A page restored by Back keeps its original referrer. */
function setView(path: string): void {
  if (path !== view.path) previousAddress = view.path ? addressOf(view.path) : referrer()
  view = { path, isReported: false }
}

/** Sends new choices in the order that keeps hits correct: consent first, then events. */
function updateTag(): void {
  const record = currentConsent()
  const decisions = takeUnreportedChoices()
  const before = sentSignals
  // After a withdrawal a loaded tag would still send cookieless hits, which basic mode promises not to do.
  if (tag?.consent === 'basic') Object.assign(window, { [`ga-disable-${tag.tagId}`]: !mayUseTag(record) })
  const hasChanged = sendConsent(record)
  // Another tab made the choice and deleted its cookies: don't write them again here.
  if (hasChanged && decisions.length === 0) {
    void ifLoaded(import('./choice'), (choice) => choice.deleteRefusedCookies(currentConsent() ?? allRefused))
  }
  if (mayUseTag(record)) load()
  const isNew = (name: 'analytics_storage' | 'ad_storage') =>
    sentSignals?.[name] === 'granted' && before?.[name] !== 'granted'
  for (const decision of decisions) sendEvent('cookie_consent', describeDecision(decision))
  if (decisions.length > 0 && (isNew('analytics_storage') || isNew('ad_storage')))
    sendEvent('consent_granted')
  sendPageView(record)
}

/** Sends a missing choice, e.g. cleared storage, as a refusal. */
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

function load(): void {
  if (isLoaded || !tag) return
  isLoaded = true
  window.gtag?.('js', new Date())
  setPageFields()
  // Where ads are denied, no click of an ad is sent (developers.google.com/tag-platform/security/guides/consent).
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
  sendEvent('page_view', { page_location: addressOf(view.path), page_referrer: previousAddress })
}

/** Also applies to the hits the tag sends on its own. */
function setPageFields(): void {
  window.gtag?.('set', { page_location: addressOf(view.path), page_referrer: previousAddress })
}

/** Sends an event; dropped when the tag isn't loaded, as nothing would ever send it. */
function sendEvent(name: string, parameters: Record<string, unknown> = {}): void {
  if (isLoaded) window.gtag?.('event', name, parameters)
}

/** The specified parameters of a `cookie_consent` event (S97–S98). */
function describeDecision(record: ConsentRecord): Record<string, unknown> {
  const choice = optionalCategories.map((category) => [`${category}_consent`, record[category]])
  return { consent_type: record.type, ...(record.type === 'custom' && Object.fromEntries(choice)) }
}

/** A page's URL for reporting: no query, no note ID, nothing a visitor typed. */
function addressOf(path: string): string {
  const pattern = pageAt(path)?.pattern ?? '/404'
  return location.origin + pattern.replace(/[{}]/g, '')
}

function referrer(): string {
  if (!URL.canParse(document.referrer)) return ''
  const { origin, pathname } = new URL(document.referrer)
  return origin === location.origin ? addressOf(pathname) : origin
}
