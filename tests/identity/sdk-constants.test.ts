/**
 * Constants of the specification (section 9) that are the Firebase SDK's: read from its installed browser build, so an upgrade
 * that changes one fails here.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const firebase = createRequire(createRequire(import.meta.url).resolve('firebase/app'))

/** All modules of the SDK's build for browsers, as one text. */
const sources = ['@firebase/auth', '@firebase/app'].map(browserSources).join('\n')

function browserSources(name: string): string {
  const root = firebase.resolve(name).split(join('node_modules', name))[0] ?? ''
  const folder = join(root, 'node_modules', name, 'dist', 'esm')
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'))
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
}

test.each<[what: string, code: RegExp]>([
  ['default minimum password length: 6', /MINIMUM_MIN_PASSWORD_LENGTH = 6;/],
  ['token expiry margin: 30 s', /Date\.now\(\) > this\.expirationTime - 30000 \/\* Buffer\.TOKEN_REFRESH/],
  ['automatic refresh: 5 min before expiry', /expTime - Date\.now\(\) - 300000 \/\* Duration\.OFFSET/],
  ['refresh error backoff: from 30 s', /errorBackoff = 30000 \/\* Duration\.RETRY_BACKOFF_MIN/],
  [
    'refresh error backoff: doubling to 16 min',
    /Math\.min\(this\.errorBackoff \* 2, 960000 \/\* Duration\.RETRY_BACKOFF_MAX/,
  ],
  ['network timeout: 30 s, 60 s in native builds', /DEFAULT_API_TIMEOUT_MS = new Delay\(30000, 60000\)/],
  ['popup window: 500 wide', /DEFAULT_WIDTH = 500;/],
  ['popup window: 600 high', /DEFAULT_HEIGHT = 600;/],
  [
    'popup cancellation polling: 2 s, 10 s in native builds',
    /_POLL_WINDOW_CLOSE_TIMEOUT = new Delay\(2000, 10000\)/,
  ],
  ['wait after the popup closes: 8 s', /8000 \/\* _Timeout\.AUTH_EVENT/],
  ['iframe timeout: 5 s, 15 s in native builds', /PING_TIMEOUT = new Delay\(5000, 15000\)/],
  ['library load timeout: 30 s, 60 s in native builds', /(?<!_)NETWORK_TIMEOUT = new Delay\(30000, 60000\)/],
  ['auth event cache: 600000 ms', /EVENT_DUPLICATION_CACHE_DURATION_MS = 10 \* 60 \* 1000;/],
  ['local storage polling: 1000 ms', /(?<!_)POLLING_INTERVAL_MS = 1000;/],
  ['IndexedDB polling: 800 ms', /_POLLING_INTERVAL_MS = 800;/],
  ['IndexedDB retries: 3', /_TRANSACTION_RETRY_COUNT = 3;/],
  ['service worker ping: 800 ms', /"ping" \/\* _EventType\.PING \*\/, \{\}, 800/],
  ['otherwise acknowledged in 50 ms', /timeout = 50 \/\* _TimeoutDuration\.ACK/],
  ['message acknowledgement: 3 s', /3000 \/\* _TimeoutDuration\.COMPLETION/],
  ['heartbeat log: 30 entries', /MAX_NUM_STORED_HEARTBEATS = 30;/],
  ['heartbeat header: 1024 bytes', /MAX_HEADER_BYTES = 1024;/],
  [
    'longer limits: for native builds, not for browsers on phones',
    /this\.isMobile = isMobileCordova\(\) \|\| isReactNative\(\)/,
  ],
])('%s', (_, code) => {
  expect(sources).toMatch(code)
})
