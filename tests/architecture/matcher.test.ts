import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server'
import { describe, expect, test } from 'vitest'
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

const endpoints = endpointMethods()
  .map(([pattern]) => pattern.replace(/\{.*\}/, 'some-id'))
  .filter((path) => path.startsWith(apiPrefix) || path.startsWith(firebasePrefix))

const nextFiles = [
  '/_next/static/chunks/main.js',
  '/_next/static/media/font.woff2',
  '/favicon.ico',
  '/icon.svg',
  ...Object.values(pictures),
]

const unknownPaths = [
  '/nothing-here',
  '/nothing/below',
  '/app/below',
  '/share/some-id/below',
  '/terms/below',
  '/termsandmore',
  '/contact.html',
  '/below/privacy',
  '/below/favicon.ico',
  '/icon.svg.html',
  '/icon-1.png',
  '/below/icon-192.png',
  '/api',
  '/apiandmore',
  '/below/api/session',
  '/__',
  '/__nextjs_font',
  '/below/__/auth/handler',
  '/_next/image',
  '/_next/data/some-build/index.json',
  '/_next/statics',
]

describe('the matcher of the middleware', () => {
  test.each(patternsOf('static'))('leaves the static page %s alone', (path) => {
    expect(passesMiddleware(path)).toBe(false)
  })

  test.each(nextFiles)('leaves the static file %s alone', (path) => {
    expect(passesMiddleware(path)).toBe(false)
  })

  test.each(patternsOf('dynamic'))('takes the dynamic page %s', (path) => {
    expect(passesMiddleware(path)).toBe(true)
  })

  test.each(endpoints)('leaves the endpoint %s alone, which guards itself', (path) => {
    expect(passesMiddleware(path)).toBe(false)
  })

  test.each(unknownPaths)('takes %s, which no page owns', (path) => {
    expect(passesMiddleware(path)).toBe(true)
  })
})
