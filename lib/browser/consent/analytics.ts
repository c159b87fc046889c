import 'client-only'
import { ifLoaded } from '@/lib/browser/errors/loading'
/**
 * The door to Google's tag (gtag.js). Loaded only where a tag is configured. The boot script has told consent
 * mode the defaults and the stored choice; here come the tag, the visitor's decisions, and page views.
 */
import type { PublicConfig } from '@/lib/config/config'
import { consentBoot } from '@/lib/consent/boot'
import { type ConsentRecord, signalsOf } from '@/lib/consent/record'
import { pageAt } from '@/lib/site/paths'
import { watchLeaving } from './after-paint'
import { currentConsent, takeDecisions, watchConsent } from './consent'

export type Tag = NonNullable<PublicConfig['analytics']>

/**
 * Takes the pages that have been viewed since the last call, of which the last still is: each is reported once, as
 * soon as analytics is granted. The first call starts the tag; in the basic mode it is not even asked for before
 * something is granted.
 */
export function viewPages(wanted: Tag, viewed: string[]): void {
  if (!tag) {
    tag = wanted
    boot()
    told = toldByBoot()
    watchLeaving()
    watchConsent(updateTag)
    // After the line above, by which what was chosen while the page was away is known.
    window.addEventListener('pageshow', ({ persisted }) => persisted && beginView(view.path))
  }
  const paths = viewed.splice(0).filter((path, index, all) => path !== (all[index - 1] ?? view.path))
  paths.forEach((path, index) => {
    if (index < paths.length - 1) passView(path)
    else beginView(path)
  })
}

declare global {
  interface Window {
    dataLayer?: ArrayLike<unknown>[]
    gtag?: (...command: unknown[]) => void
  }
}

type View = { path: string; isReported: boolean }

let tag: Tag | null = null
let isLoaded = false
/** What consent mode has been told last; null before any choice. */
let told: ReturnType<typeof signalsOf> | null = null
let view: View = { path: '', isReported: true }
let previousAddress = ''

/** Where Next draws a page in the browser alone, as after `notFound()`, the script in its head has not run. */
function boot(): void {
  if (window.gtag) return
  const script = document.createElement('script')
  script.textContent = consentBoot
  document.head.append(script)
}

/** A page that was left before anybody knew of a tag. A grant given since is none for it. */
function passView(path: string): void {
  if (told?.analytics_storage === 'granted') beginView(path)
  else enterView(path)
}

function beginView(path: string): void {
  enterView(path)
  if (isLoaded) tellPlace()
  updateTag()
}

/** A page that Back brings again is come to from where it was come to before. */
function enterView(path: string): void {
  if (path !== view.path) previousAddress = view.path ? addressOf(view.path) : referrer()
  view = { path, isReported: false }
}

/** Tells what has been chosen since, in the order that keeps hits true: consent first, then events. */
function updateTag(): void {
  const record = currentConsent()
  const decisions = takeDecisions()
  const before = told
  // Loaded before a withdrawal, the tag would still send without cookies: the basic mode promises that it does not.
  if (tag?.consent === 'basic') Object.assign(window, { [`ga-disable-${tag.tagId}`]: !mayUseTag(record) })
  const hasChanged = tellConsent(record)
  // Chosen in another tab: its cookies are gone there, and must not be written again from here.
  if (hasChanged && decisions.length === 0) {
    void ifLoaded(import('./cookies'), (cookies) => cookies.deleteRefusedCookies(currentConsent() ?? nothing))
  }
  if (mayUseTag(record)) load()
  const isNew = (name: 'analytics_storage' | 'ad_storage') =>
    told?.[name] === 'granted' && before?.[name] !== 'granted'
  for (const decision of decisions) report('cookie_consent', describeDecision(decision))
  if (decisions.length > 0 && (isNew('analytics_storage') || isNew('ad_storage'))) report('consent_granted')
  reportView(record)
}

const nothing = { analytics: false, marketing: false }

/** A choice that is gone, as when a visitor clears the storage, is told as a refusal. */
function tellConsent(record: ConsentRecord | null): boolean {
  if (!record && !told) return false
  const signals = signalsOf(record ?? nothing)
  if (told && JSON.stringify(told) === JSON.stringify(signals)) return false
  told = signals
  window.gtag?.('consent', 'update', signals)
  return true
}

function mayUseTag(record: ConsentRecord | null): boolean {
  return tag?.consent === 'advanced' || record?.analytics === true || record?.marketing === true
}

function load(): void {
  if (isLoaded || !tag) return
  isLoaded = true
  window.gtag?.('js', new Date())
  tellPlace()
  // History events would count the pages that are counted here a second time: see `.env.example`.
  window.gtag?.('config', tag.tagId, { send_page_view: false })
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(tag.tagId)}`
  document.head.append(script)
}

function reportView(record: ConsentRecord | null): void {
  if (view.isReported || !record?.analytics) return
  view.isReported = true
  report('page_view', { page_location: addressOf(view.path), page_referrer: previousAddress })
}

/** For all that the tag sends by itself, too. */
function tellPlace(): void {
  window.gtag?.('set', { page_location: addressOf(view.path), page_referrer: previousAddress })
}

/** An event; where the tag may not be loaded nobody would ever send it. */
function report(name: string, parameters: Record<string, unknown> = {}): void {
  if (isLoaded) window.gtag?.('event', name, parameters)
}

function describeDecision({ type, analytics, marketing }: ConsentRecord): Record<string, unknown> {
  if (type !== 'custom') return { consent_type: type }
  return { consent_type: type, analytics_consent: analytics, marketing_consent: marketing }
}

/** The address of a page as it may be told: no query, no id of a note, and nothing of what a visitor typed. */
function addressOf(path: string): string {
  const pattern = pageAt(path)?.pattern ?? '/404'
  return location.origin + pattern.replace(/[{}]/g, '')
}

function referrer(): string {
  if (!URL.canParse(document.referrer)) return ''
  const { origin, pathname } = new URL(document.referrer)
  return origin === location.origin ? addressOf(pathname) : origin
}

/** The stored choice, as the boot script has told it before anything else ran. */
function toldByBoot(): typeof told {
  const commands = [...(window.dataLayer ?? [])].map((command) => [...Array.from(command)])
  const update = commands.findLast(([name, kind]) => name === 'consent' && kind === 'update')
  return update ? (update[2] as typeof told) : null
}
