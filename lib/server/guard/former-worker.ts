import 'server-only'
import { personalHeaders } from '@/lib/http/security-headers'

/**
 * A service worker that removes itself, for a request of any; null for other requests. A worker that a former site at this domain
 * left in browsers would show that site forever. Ours deletes its caches, unregisters and reloads the pages.
 */
export function answerFormerWorker({ method, url, headers }: Request): Response | null {
  const isReading = method === 'GET' || method === 'HEAD'
  // Browsers send the purpose (Service Workers, "update"); others are recognized by the usual paths.
  const isAsked = headers.get('service-worker') === 'script' || workerPaths.includes(new URL(url).pathname)
  if (!isReading || !isAsked) return null
  const type = { 'content-type': 'text/javascript; charset=utf-8' }
  return new Response(method === 'HEAD' ? null : script, { headers: { ...personalHeaders, ...type } })
}

const workerPaths = ['/sw.js', '/service-worker.js', '/firebase-messaging-sw.js', '/ngsw-worker.js']

const script = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
  for (const page of await self.clients.matchAll({ type: 'window' })) await page.navigate(page.url).catch(() => {})
}
`
