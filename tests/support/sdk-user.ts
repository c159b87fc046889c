/** The identity SDK's user in the browser's storage. */
import type { Page } from '@playwright/test'
import type { Account } from './accounts'
import { createdHash } from './requests'
import type { Site } from './site'

type StoredUser = { stsTokenManager: { expirationTime: number } }

const emptyPath = '/an-empty-page'

/** Stores the account as its sign-in would; leaves the page on an empty one. */
export async function storeUser(page: Page, site: Site, account: Account): Promise<void> {
  const nowhere = `${site.url}${emptyPath}`
  await page.route(nowhere, (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 })
  await page.goto(nowhere)
  await page.evaluate(keepUser, sdkUser(account))
  // A test's own account was created here.
  const created = JSON.stringify([createdHash(account.userId)])
  await page.evaluate((value) => localStorage.setItem('foyer-created-here', value), created)
}

/** Whether the page is new, or where `storeUser` leaves it. */
export function isOnEmptyPage(page: Page): boolean {
  return page.url() === 'about:blank' || page.url().endsWith(emptyPath)
}

/** The SDK's users in this browser. */
export function storedUsers(page: Page): Promise<StoredUser[]> {
  return page.evaluate(
    () =>
      new Promise<StoredUser[]>((resolve, reject) => {
        const opening = indexedDB.open('firebaseLocalStorageDb')
        opening.onerror = reject
        opening.onsuccess = () => {
          const database = opening.result
          const rows = database
            .transaction('firebaseLocalStorage')
            .objectStore('firebaseLocalStorage')
            .getAll()
          rows.onerror = reject
          rows.onsuccess = () => {
            database.close()
            const users = rows.result.filter((row) => row.fbase_key.includes('authUser'))
            resolve(users.map((row) => row.value))
          }
        }
      }),
  )
}

/** In the SDK's format; at its start it fetches the rest from the provider. */
function sdkUser({ userId, email, idToken, refreshToken }: Account) {
  const expirationTime = Date.now() + 3_600_000
  return {
    uid: userId,
    email,
    emailVerified: false,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime },
    apiKey: 'demo-api-key',
    appName: '[DEFAULT]',
  }
}

/** Runs in the page. */
function keepUser(user: ReturnType<typeof sdkUser>): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('firebaseLocalStorageDb', 1)
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' })
    opening.onerror = reject
    opening.onsuccess = () => {
      const database = opening.result
      const write = database.transaction('firebaseLocalStorage', 'readwrite')
      const key = `firebase:authUser:${user.apiKey}:${user.appName}`
      write.objectStore('firebaseLocalStorage').put({ fbase_key: key, value: user })
      write.onerror = reject
      write.oncomplete = () => {
        database.close()
        resolve()
      }
    }
  })
}
