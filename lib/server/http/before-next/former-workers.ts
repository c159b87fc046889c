import 'server-only'
/**
 * Service workers that a former site left in its visitors' browsers, and that would show them that site for ever. Foyer has
 * none: the one that it sends instead deletes their caches, unregisters, and loads the pages again.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { personalHeaders } from '@/lib/http/security-headers'

/** Answers a request for the script of a service worker, and says whether it has. */
export function answerFormerWorker({ method, url = '', headers }: IncomingMessage, response: ServerResponse) {
  const isReading = method === 'GET' || method === 'HEAD'
  const path = url.split('?', 1)[0] ?? ''
  // Browsers name the purpose (Service Workers, "update"); others may look at the usual paths.
  if (!isReading || !(headers['service-worker'] === 'script' || usualPaths.includes(path))) return false
  const length = Buffer.byteLength(worker)
  const type = 'text/javascript; charset=utf-8'
  response
    .writeHead(200, { ...personalHeaders, 'content-type': type, 'content-length': length })
    .end(method === 'HEAD' ? undefined : worker)
  return true
}

const usualPaths = ['/sw.js', '/service-worker.js', '/firebase-messaging-sw.js', '/ngsw-worker.js']

const worker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
  for (const page of await self.clients.matchAll({ type: 'window' })) await page.navigate(page.url).catch(() => {})
}
`
