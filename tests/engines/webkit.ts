/** WebKitGTK, Safari's engine, by WebDriver, on a virtual display. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { isAnswering } from '../../scripts/start/ports'
import type { Cookie } from '../support/accounts'
import { reservePort } from '../support/ports'
import { locate, selectField, type Target } from './locate'
import { engines, findDisplay } from './programs'
import type { Engine, Key, Tab, Visit } from './tab'

/** One display for all visits, and a driver for each, as a driver has one session. */
export async function startWebKit(): Promise<Engine> {
  const display = spawn(
    findDisplay() ?? '',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-noreset'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const [number] = await once(createInterface({ input: display.stdio[3] as NodeJS.ReadableStream }), 'line')
  return { visit: () => openVisit(`:${number}`), close: () => end(display) }
}

/** Starts another browser if the first is gone immediately, as one in thirty is, unnoticed by its driver (2.50). */
async function openVisit(display: string, startsLeft = 3): Promise<Visit> {
  const port = await reservePort()
  const driver = spawn(engines.webkit.find() ?? '', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, ...environment },
    stdio: 'ignore',
  })
  try {
    const server = `http://127.0.0.1:${port}`
    while (!(await isAnswering(new URL('/status', server)))) await delay(50)
    const session = await openSession(server, driver)
    if (session) return await visitOf(session, driver)
  } catch (error) {
    await end(driver)
    throw error
  }
  await end(driver)
  if (startsLeft === 1) throw new Error('WebKit’s driver started no browser, three times.')
  return openVisit(display, startsLeft - 1)
}

/** The URL of a new session; null if its browser is gone, or gives no answer for longer than a slow machine takes. */
async function openSession(server: string, { pid }: ChildProcess): Promise<string | null> {
  const asked = call<{ sessionId: string }>(`${server}/session`, 'POST', { capabilities })
  const until = Date.now() + 40_000
  for (let hasStarted = false; Date.now() < until; ) {
    const session = await Promise.race([asked, delay(100)])
    if (session) return `${server}/session/${session.sessionId}`
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    if (hasStarted && !children) break
    hasStarted ||= children !== ''
  }
  asked.catch(() => undefined)
  return null
}

async function visitOf(session: string, driver: ChildProcess): Promise<Visit> {
  const ask: Ask = (method, path, body) => call(session + path, method, body)
  await ask('POST', '/timeouts', { pageLoad: 50_000, script: 30_000 })
  await ask('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 940 })
  const close = () => ask<void>('DELETE', '').finally(() => end(driver))
  return { tab: tabOf(ask, await ask('GET', '/window')), errors: null, close }
}

/** Root can't start its sandbox, and there is no GPU. */
const environment = {
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
  // No desktop bus or settings.
  GTK_A11Y: 'none',
  NO_AT_BRIDGE: '1',
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  GSETTINGS_BACKEND: 'memory',
}

/** Like the others, it reaches only this machine. */
const capabilities = {
  alwaysMatch: {
    unhandledPromptBehavior: 'accept',
    acceptInsecureCerts: true,
    proxy: {
      proxyType: 'manual',
      httpProxy: '127.0.0.1:9',
      sslProxy: '127.0.0.1:9',
      noProxy: ['127.0.0.1', 'localhost'],
    },
  },
}

type Ask = <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>

async function call<Value>(url: string, method: string, body?: object): Promise<Value> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(60_000),
  }).catch((cause) => {
    throw new Error(`WebKit gave no answer: ${method} ${url}`, { cause })
  })
  const { value } = (await response.json()) as { value: Value & { error: string; message: string } }
  if (!response.ok) throw new Error(`WebKit: ${method} ${url}: ${value.error}: ${value.message}`)
  return value
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** WebDriver's key codes. */
const codes: Record<Key, string> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Space: ' ' }

/** WebDriver's reference to an element: an object with a single property of a standard name. */
const idOf = (element: object) => Object.values(element)[0]

/** Runs in the page. */
function locateOption(field: HTMLElement | null, value: string): HTMLElement | null {
  return field?.querySelector<HTMLElement>(`option[value="${value}"]`) ?? null
}

function tabOf(ask: Ask, window: string): Tab {
  /** Sends a command to this tab's window. */
  const here: Ask = async (method, path, body) => {
    await ask('POST', '/window', { handle: window })
    return ask(method, path, body)
  }
  const run: Tab['run'] = (script, ...args) =>
    here('POST', '/execute/sync', { script: `return (${script}).apply(null, arguments)`, args })
  /** A reference, which becomes the element again as an argument. */
  const find = (target: Target) => run(locate, target) as Promise<HTMLElement | null>
  return {
    open: (url) => here('POST', '/url', { url }),
    reload: () => here<void>('POST', '/refresh', {}),
    back: () => here<void>('POST', '/back', {}),
    resize: async (width, height) => {
      const [x = 0, y = 0] = await run(() => [outerWidth - innerWidth, outerHeight - innerHeight])
      await here('POST', '/window/rect', { width: width + x, height: height + y })
    },
    run,
    click: async (target) => {
      const element = await find(target)
      if (element) await here('POST', `/element/${idOf(element)}/click`, {})
      return element !== null
    },
    select: async (field) => {
      const element = await find(field)
      if (element) await run(selectField, element)
      return element !== null
    },
    choose: async (field, value) => {
      const option = await run(locateOption, await find(field), value)
      if (option) await here('POST', `/element/${idOf(option)}/click`, {})
      return option !== null
    },
    type: async (text) => {
      const focused = await here<object>('GET', '/element/active')
      await here('POST', `/element/${idOf(focused)}/value`, { text })
    },
    press: async (key) => {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: codes[key] }))
      await here('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    cookie: async (name) => {
      const cookies = await here<Cookie[]>('GET', '/cookie')
      return cookies.find((cookie) => cookie.name === name)?.value ?? null
    },
    setCookie: (cookie) =>
      here('POST', '/cookie', { cookie: { ...cookie, path: '/', httpOnly: true, sameSite: 'Lax' } }),
    newTab: async () => {
      const { handle } = await ask<{ handle: string }>('POST', '/window/new', { type: 'window' })
      return tabOf(ask, handle)
    },
    picture: async () => Buffer.from(await here<string>('GET', '/screenshot'), 'base64'),
  }
}
