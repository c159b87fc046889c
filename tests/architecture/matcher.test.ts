import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server'
import { expect, test } from 'vitest'
import { apiPrefix, firebasePrefix, pictures } from '@/lib/site/api-routes'
import { endpointMethods } from '@/lib/site/endpoints'
import { pages } from '@/lib/site/pages'
import { config } from '@/middleware'

/** Whether Next runs the middleware for a path. */
const passesMiddleware = (path: string) => unstable_doesMiddlewareMatch({ config, url: path })
const patternsOf = (rendering: 'static' | 'dynamic') =>
  pages
    .filter((page) => page.rendering === rendering)
    .map(({ pattern }) => pattern.replace(/\{.*\}/, 'some-id'))

/** They guard themselves. */
const endpoints = endpointMethods()
  .map(([pattern]) => pattern.replace(/\{.*\}/, 'some-id'))
  .filter((path) => path.startsWith(apiPrefix) || path.startsWith(firebasePrefix))

const files = ['/_next/static/chunks/main.js', '/favicon.ico', '/icon.svg', ...Object.values(pictures)]

/** Near those that have a page, an endpoint or a file. */
const unknownPaths = [
  ...[
    '/nothing-here',
    '/nothing/below',
    '/app/below',
    '/share/some-id/below',
    '/terms/below',
    '/termsandmore',
  ],
  ...['/contact.html', '/below/privacy', '/below/favicon.ico', '/icon.svg.html', '/icon-1.png'],
  ...['/below/icon-192.png', '/api', '/apiandmore', '/below/api/session', '/__', '/__nextjs_font'],
  ...['/below/__/auth/handler', '/_next/image', '/_next/data/some-build/index.json', '/_next/statics'],
]

test.each([...patternsOf('static'), ...files, ...endpoints])('the middleware leaves %s alone', (path) => {
  expect(passesMiddleware(path)).toBe(false)
})

test.each([...patternsOf('dynamic'), ...unknownPaths])('the middleware takes %s', (path) => {
  expect(passesMiddleware(path)).toBe(true)
})
