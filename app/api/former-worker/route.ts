import { personalHeaders } from '@/lib/http/security-headers'

/**
 * A service worker that removes itself, for any request of one (`next.config.ts`). A worker that a former site at this domain left
 * in browsers would show that site forever. Ours deletes its caches, unregisters and reloads the pages.
 */
export function GET(): Response {
  return new Response(script, {
    headers: { ...personalHeaders, 'content-type': 'text/javascript; charset=utf-8' },
  })
}

const script = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
  for (const page of await self.clients.matchAll({ type: 'window' })) await page.navigate(page.url).catch(() => {})
}
`
