/** What Google's tag hears: of what is stored, what the visitor does, and what a browser or network refuses. */
import { EventEmitter, once } from 'node:events'
import type { Page } from '@playwright/test'
import { type ConsentChoice, describeConsent } from '@/lib/consent/record'
import { apiRoutes } from '@/lib/site/api-routes'
import {
  all,
  consentOn,
  none,
  overwriteStoredChoice,
  savePreferences,
  setBannerDelay,
  storedChoice,
} from '../support/consent-page'
import {
  allCookies,
  analyticsCookies,
  cookiesOf,
  expect,
  expectedHits,
  expectHits,
  followLink,
  marketingCookies,
  type State,
  test,
} from '../support/tagged-site'

/** What the browser or the network refuses or delays, or a signal that the browser sends. */
type Fault = 'full storage' | 'no storage' | 'slow settings' | 'slow tag' | 'Global Privacy Control'

const choices = {
  all,
  analytics: { analytics: true, marketing: false },
  marketing: { analytics: false, marketing: true },
  none,
}

type Press = 'accept' | 'reject' | 'close' | 'acceptInDialog' | 'rejectInDialog'
type Action = Press | 'privacy choices' | 'Terms' | 'Privacy' | keyof typeof choices
/** `hits` are those that the step adds, in short: see `expectedHits`. */
type Step = { do?: readonly Action[]; hits: readonly string[]; now: State }
type Row = { name: string; stored?: ConsentChoice; fault?: Fault; steps: readonly Step[] }

const rows: readonly Row[] = [
  {
    name: 'no answer is not measured; closing the banner refuses, and so do preferences that grant nothing',
    steps: [
      { hits: [], now: 'unanswered' },
      { do: ['close'], hits: ['/: reject_all'], now: 'refused' },
      { do: ['none'], hits: ['/: custom false false'], now: 'refused' },
    ],
  },
  {
    name: 'marketing alone has no page view; analytics after it is one more grant, and one page view',
    steps: [
      { do: ['marketing'], hits: ['/: custom false true, granted'], now: 'marketing' },
      { do: ['all'], hits: ['/: custom true true, granted, view'], now: 'accepted' },
    ],
  },
  {
    name: 'Accept All and Reject All of the dialog do what those of the banner do',
    steps: [
      { do: ['privacy choices', 'acceptInDialog'], hits: ['/: accept_all, granted, view'], now: 'accepted' },
      { do: ['privacy choices', 'rejectInDialog'], hits: ['/: reject_all'], now: 'refused' },
    ],
  },
  {
    name: 'Global Privacy Control grants nothing; Accept All under it is one grant, and none when repeated',
    fault: 'Global Privacy Control',
    steps: [
      { hits: [], now: 'unanswered' },
      { do: ['accept'], hits: ['/: accept_all, granted, view'], now: 'accepted' },
      { do: ['all'], hits: ['/: custom true true'], now: 'accepted' },
    ],
  },
  {
    name: 'a stored refusal counts no page; after a change of mind pages count from there on',
    stored: none,
    steps: [
      { do: ['Terms', 'Privacy'], hits: [], now: 'refused' },
      { do: ['analytics'], hits: ['/privacy: custom true false, granted, view'], now: 'analytics' },
      { do: ['Terms'], hits: ['/terms: view'], now: 'analytics' },
    ],
  },
  {
    name: 'a refusal lasts from page to page while the storage is full',
    fault: 'full storage',
    steps: [{ do: ['reject', 'Terms'], hits: ['/: reject_all'], now: 'refused' }],
  },
  {
    name: 'a grant lasts from page to page without a storage, and can be withdrawn',
    fault: 'no storage',
    steps: [
      { do: ['accept', 'Terms'], hits: ['/: accept_all, granted, view', '/terms: view'], now: 'accepted' },
      { do: ['none'], hits: ['/terms: custom false false'], now: 'refused' },
    ],
  },
  {
    name: 'a slow tag gets a grant, and each page since then once',
    fault: 'slow tag',
    steps: [
      {
        do: ['Terms', 'accept', 'Privacy'],
        hits: ['/terms: accept_all, granted, view', '/privacy: view'],
        now: 'accepted',
      },
    ],
  },
  {
    name: 'a grant before the settings arrive counts its page, and none that was left before',
    fault: 'slow settings',
    steps: [{ do: ['Terms', 'accept'], hits: ['/terms: accept_all, granted, view'], now: 'accepted' }],
  },
  {
    name: 'a withdrawal before the settings arrive is reported, and no page view',
    stored: all,
    fault: 'slow settings',
    steps: [{ do: ['none'], hits: ['/: custom false false'], now: 'refused' }],
  },
]

const cookies: Partial<Record<State, string[]>> = {
  accepted: allCookies,
  analytics: analyticsCookies,
  marketing: marketingCookies,
}

for (const { name, stored, fault, steps } of rows) {
  test(name, async ({ page, visit, tagServer }) => {
    const { banner, settings } = consentOn(page)
    await page.goto('/icon.svg')
    const made = { type: 'custom', gpc: false, at: new Date() } as const
    if (stored) await overwriteStoredChoice(page, describeConsent({ ...stored, ...made }))
    await setBannerDelay(page, 'at once')
    const release = await causeFault(page, tagServer, fault)
    await page.goto('/')
    await expect(settings).toBeEnabled()
    if (!stored) await expect(banner).toBeVisible()
    if (fault !== 'slow settings')
      await page.waitForFunction(() =>
        Array.from(window.dataLayer ?? []).some((command) => command[0] === 'config'),
      )
    const hits: string[] = []
    for (const { do: actions = [], hits: added, now } of steps) {
      for (const action of actions) await perform(page, action)
      if (fault?.startsWith('slow')) expect(visit.hits()).toEqual([])
      release()
      hits.push(...expectedHits(now, ...added))
      await expectHits(page, visit, { hits, now })
      expect(await cookiesOf(page)).toEqual(cookies[now] ?? [])
      await expect(banner).toBeVisible({ visible: now === 'unanswered' })
      if (!stored && !hits.some((hit) => hit.includes('consent_granted')))
        expect(visit.hits().filter(({ isAutomatic }) => isAutomatic)).toEqual([])
      if (fault === 'Global Privacy Control' && now === 'accepted')
        expect(JSON.parse((await storedChoice(page)).choice ?? '')).toMatchObject({ ...all, gpc: true })
      if (now === 'unanswered' && fault)
        await expect(banner).toContainText(`Your browser opted out (${fault}`)
    }
  })
}

async function perform(page: Page, action: Action): Promise<void> {
  if (action === 'privacy choices') return page.getByRole('button', { name: 'Your privacy choices' }).click()
  if (action === 'Terms' || action === 'Privacy') return followLink(page, action)
  if (action in choices) await savePreferences(page, choices[action as keyof typeof choices])
  else await consentOn(page)[action as Press].click()
}

/** Causes the fault on the pages to come. Returns what ends it. */
async function causeFault(page: Page, tagServer: { hold(): () => void }, fault?: Fault): Promise<() => void> {
  if (fault === 'slow tag') return tagServer.hold()
  const settings = new EventEmitter()
  const released = once(settings, 'release')
  if (fault === 'slow settings')
    await page.route(`**${apiRoutes.config}`, (route) => released.then(() => route.fallback()))
  await page.addInitScript((fault) => {
    const refuse = () => {
      throw new DOMException('Refused.', fault === 'full storage' ? 'QuotaExceededError' : 'SecurityError')
    }
    if (fault === 'full storage') Storage.prototype.setItem = refuse
    if (fault === 'no storage') Object.defineProperty(window, 'localStorage', { get: refuse })
    if (fault === 'Global Privacy Control')
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  }, fault)
  return () => settings.emit('release')
}
