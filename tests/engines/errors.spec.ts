/**
 * Errors of the real pages, named by the sources' files and lines whatever the engine writes. A function of the platform that
 * our code calls is made to fail, so the sources tell where: at the line that calls it, called by the lines that follow.
 */
import { readFileSync } from 'node:fs'
import { createFrameNames } from '@/scripts/logs/maps'
import { createAccount } from '../support/accounts'
import type { LogLine } from '../support/site'
import { expect, test } from './fixtures'
import { the } from './locate'
import { click, enter, fill } from './steps'
import type { Tab } from './tab'

type Case = {
  what: string
  path: string
  /** A function, constructor or property of the platform. */
  of: string
  /** It fails when it's set, with a cause, instead of once when it's called. */
  isSet?: true
  act: (tab: Tab) => Promise<unknown>
  /** From the innermost on: `file: what its line has`. */
  frames: string[]
  /** Further ones, if the engine knows who waits. */
  waiting?: string[]
}

const choose = (theme: 'dark' | 'light') => (tab: Tab) =>
  expect.poll(() => tab.choose(the('field', 'Theme'), theme)).toBe(true)
const openCookies = (tab: Tab) => click(tab, the('button', 'Cookie settings', 'footer'))
const acceptCookies = async (tab: Tab) => {
  await openCookies(tab)
  await click(tab, the('button', 'Accept All', 'dialog'))
}
const startAccount = (tab: Tab) => click(tab, the('link', 'New here? Create an account'))
const submit = async (tab: Tab) => {
  await fill(tab, 'Email', 'nobody@example.com', 'main')
  await fill(tab, 'Password', 'long enough', 'main')
  await click(tab, the('button', 'Sign in', 'main'))
}
const openMenu = (tab: Tab) => click(tab, the('button', 'Account menu'))
const closeMenu = async (tab: Tab) => {
  await openMenu(tab)
  await expect
    .poll(() => tab.run(() => document.querySelector('nav[aria-label=Account] strong') !== null))
    .toBe(true)
  await tab.press('Escape')
}
const signOut = async (tab: Tab) => {
  await openMenu(tab)
  await click(tab, the('button', 'Sign out', 'nav[aria-label=Account]'))
}
const write = (tab: Tab) => fill(tab, 'Note', '- one')
const continueList = async (tab: Tab) => {
  await write(tab)
  await tab.press('Enter')
}

const storage = ['lib/browser/site-data.ts: work(stores)', 'lib/browser/site-data.ts: return work()']
const cases: Case[] = [
  {
    what: 'an event handler',
    path: '/terms',
    of: 'window.dispatchEvent',
    act: choose('dark'),
    frames: ['lib/browser/theme.ts: window.dispatchEvent(', 'lib/browser/theme.ts: showTheme('],
  },
  {
    what: 'a constructor',
    path: '/terms',
    of: 'window.StorageEvent',
    act: choose('light'),
    frames: ['lib/browser/theme.ts: new StorageEvent(', 'lib/browser/theme.ts: showTheme('],
  },
  {
    what: 'an effect of the layout',
    path: '/terms',
    of: 'HTMLDialogElement.prototype.showModal',
    act: openCookies,
    frames: ['components/consent/view.tsx: dialog.current?.showModal()'],
  },
  {
    what: 'functions that the build has inlined',
    path: '/terms',
    of: 'Storage.prototype.setItem',
    act: acceptCookies,
    frames: [
      'lib/browser/consent/consent.ts: local.setItem(consentKeys.choice',
      ...storage,
      'lib/browser/site-data.ts: work(stores)',
      'lib/browser/consent/consent.ts: tryStorage(',
      'lib/browser/consent/consent.ts: store(record)',
      'lib/browser/consent/choice.ts: saveConsent(',
      'components/consent/view.tsx: choose(type, choice)',
      "components/consent/view.tsx: decide('accept_all'",
    ],
  },
  {
    what: 'a library, in a chunk that is loaded late',
    path: '/login',
    of: 'window.encodeURIComponent',
    act: submit,
    frames: [
      'lib/browser/identity/firebase.ts: import {',
      "lib/browser/identity/identity.ts: await import('./firebase')",
    ],
    waiting: [
      'lib/browser/identity/identity.ts: await client',
      'lib/time/timeout.ts: await Promise.race(',
      'lib/browser/identity/second-factor.ts: await withTimeout(',
      'lib/browser/identity/identity.ts: withTimeoutExceptPrompts(',
      'lib/browser/identity/identity.ts: await callIdentity(',
    ],
  },
  {
    what: 'an effect, with a cause',
    path: '/login',
    of: 'Document.prototype.title',
    isSet: true,
    act: startAccount,
    frames: ['components/sign-in/form.tsx: document.title ='],
  },
  {
    what: 'an effect in a chunk that is loaded late',
    path: '/login',
    of: 'HTMLInputElement.prototype.setCustomValidity',
    act: startAccount,
    frames: ['components/identity/password-rules.tsx: input?.setCustomValidity(violation)'],
  },
  {
    what: 'a guard that passes on what it does not expect',
    path: '/terms',
    of: 'Storage.prototype.setItem',
    act: choose('dark'),
    frames: [
      'lib/browser/theme.ts: local.setItem(themeKey',
      ...storage,
      'lib/browser/site-data.ts: work(stores)',
      'lib/browser/theme.ts: tryStorage(',
    ],
  },
  {
    what: 'a constructor in a submitted form',
    path: '/terms',
    of: 'window.FormData',
    act: async (tab) => {
      await openCookies(tab)
      await click(tab, the('button', 'Save Preferences', 'dialog'))
    },
    frames: ['components/consent/view.tsx: new FormData('],
  },
  {
    what: 'a function within a component',
    path: '/terms',
    of: 'HTMLDialogElement.prototype.close',
    act: acceptCookies,
    frames: [
      'components/consent/view.tsx: dialog.current?.close()',
      "components/consent/view.tsx: decide('accept_all'",
    ],
  },
  {
    what: 'functions of hooks',
    path: '/login',
    of: 'history.pushState',
    act: startAccount,
    frames: [
      'components/sign-in/form.tsx: history.pushState(',
      'components/sign-in/form.tsx: setMode(',
      'components/sign-in/form.tsx: open()',
    ],
  },
  {
    what: 'a call at the end of a handler',
    path: '/login',
    of: 'HTMLElement.prototype.focus',
    act: startAccount,
    frames: [
      'components/sign-in/form.tsx: emailField.current?.focus()',
      'components/sign-in/form.tsx: open()',
    ],
  },
  {
    what: 'a condition of a handler',
    path: '/login',
    of: 'HTMLFormElement.prototype.checkValidity',
    act: submit,
    frames: ['components/ui/action.ts: form.checkValidity()'],
  },
  {
    what: 'async functions of a form',
    path: '/login',
    of: 'window.FormData',
    act: submit,
    frames: [
      'components/ui/action.ts: new FormData(form)',
      'components/ui/action.ts: await work()',
      'components/ui/action.ts: void run(',
    ],
  },
  {
    what: 'a listener of the document',
    path: '/app',
    of: 'HTMLElement.prototype.focus',
    act: closeMenu,
    frames: ['components/session/account-panel.tsx: button.current?.focus()'],
  },
  {
    what: 'an effect when a panel opens',
    path: '/app',
    of: 'window.AbortController',
    act: openMenu,
    frames: ['components/session/account-panel.tsx: new AbortController()'],
  },
  {
    what: 'a key',
    path: '/app/new',
    of: 'Document.prototype.execCommand',
    act: continueList,
    frames: [
      'components/notes/editor.tsx: document.execCommand(',
      'components/notes/editor.tsx: applyEdit(event.currentTarget, edit)',
    ],
  },
  {
    what: 'a listener of an effect',
    path: '/app/new',
    of: 'Element.prototype.closest',
    act: (tab) => click(tab, the('field', 'Note')),
    frames: ["components/notes/offline.tsx: closest('a')"],
  },
  {
    what: 'async functions in a timer',
    path: '/app/new',
    of: 'window.Blob',
    act: write,
    frames: [
      'components/notes/use-note.ts: new Blob(',
      'lib/browser/notes/autosave.ts: await save(',
      'lib/browser/notes/autosave.ts: sendOnce()',
      'lib/browser/notes/autosave.ts: void send()',
    ],
  },
  {
    what: 'async functions across files',
    path: '/app',
    of: 'BroadcastChannel.prototype.postMessage',
    act: signOut,
    frames: [
      'lib/browser/session/session.ts: postMessage(event)',
      'lib/browser/session/ending.ts: broadcast(ending)',
      'lib/browser/session/ending.ts: clearAfter(ending)',
      'lib/browser/session/ending.ts: await work()',
      'components/session/account-panel.tsx: await endSession(',
      'components/ui/action.ts: await work()',
      'components/session/account-panel.tsx: await run(',
    ],
  },
]

test.use({ expectedErrors: /./ })

/** `npm run engines` has them all. */
const chosen = process.env.FOYER_ENGINES === 'all' ? cases : cases.slice(0, 5)

test('errors are named by the files and lines of the sources, each frame of ours', async ({
  tab,
  site,
  engine,
}) => {
  test.setTimeout(400_000)
  const nameFrames = createFrameNames(['.next'])
  let isSignedIn = false
  for (const { what, path, of, isSet = false, act, frames, waiting = [] } of chosen)
    await test.step(what, async () => {
      if (path.startsWith('/app') && !isSignedIn) {
        await enter(tab, site, await createAccount(site))
        isSignedIn = true
      }
      await tab.open(site.url + path)
      await expect.poll(() => tab.run(isIdle)).toBe(true)
      const before = site.records().length
      await tab.run(breakPlatform, of, isSet)
      await act(tab)
      const reported = () =>
        site
          .records()
          .slice(before)
          .filter(({ place }) => place === 'browser')
      const stacks = () => reported().map(ownFrames)
      const named = ([frame = '']: string[]) => (isAt(frame, frames[0]) ? frames[0] : frame)
      await expect.poll(() => stacks().map(named), { message: what, timeout: 20_000 }).toContain(frames[0])
      const found = stacks().find((stack) => named(stack) === frames[0]) ?? []
      const rest = [...frames, ...waiting]
      const wrong = found.filter((frame) => {
        // WebKit has an async function twice, the second time behind its end.
        if (engine === 'webkit' && frame.endsWith(': return {')) return false
        // These two may have the end of a function that was inlined, as the build decides.
        if (engine !== 'chromium' && frame.endsWith(': }')) return false
        const place = rest.findIndex((expected) => isAt(frame, expected))
        rest.splice(0, place + 1)
        return place === -1
      })
      expect.soft(wrong, what).toEqual([])
      // The others leave out who waits for an async function, and WebKit who is done with a call.
      if (engine === 'chromium' && waiting.length === 0) expect.soft(found, what).toHaveLength(frames.length)
      if (isSet) expect.soft(reported()[0]?.causes).toMatchObject([{ name: 'RangeError' }])
    })

  /** `file: its line`, and those that have no name as they are. */
  function ownFrames({ stack = '' }: LogLine): string[] {
    const lines = String(stack)
      .split('\n')
      .filter((line) => line.includes(site.url))
    return nameFrames(lines).map((frame) => {
      const [, file = '', row = ''] = /([^ (]+):(\d+):\d+\)?$/.exec(frame) ?? []
      return frame.includes('://')
        ? frame
        : `${file}: ${readFileSync(file, 'utf8').split('\n')[Number(row) - 1]?.trim()}`
    })
  }
})

/** Whether a frame is `file: …text…`. */
function isAt(frame: string, expected = ''): boolean {
  const [file = '', text = ''] = expected.split(/: (.*)/)
  return frame.startsWith(`${file}: `) && frame.includes(text)
}

/** Runs in the page: whether its last part is here, and it has asked for the build, so that only we call the platform. */
function isIdle(): boolean {
  const requests = performance.getEntriesByType('resource')
  const hasPolled = requests.some(({ name }) => name.includes('/builds/meta/'))
  return hasPolled && document.querySelector('#theme:enabled') !== null
}

/** Runs in the page. Built in, so that the stack begins with our code. */
function breakPlatform(path: string, isSet: boolean): void {
  const names = path.split('.')
  const name = names.pop() ?? ''
  const owner = names.reduce((object, key) => Reflect.get(object, key) as object, window as object)
  const whole = Object.getOwnPropertyDescriptor(owner, name)
  const broken = 'x'.repeat.bind('x', -1)
  const breakOnce = () => {
    Reflect.deleteProperty(owner, name)
    if (whole) Object.defineProperty(owner, name, whole)
    return broken
  }
  const set = () => {
    throw new Error('outer', { cause: new RangeError('inner') })
  }
  Object.defineProperty(owner, name, { configurable: true, ...(isSet ? { set } : { get: breakOnce }) })
}
