import { expect, test } from 'vitest'
import { redirectToLocalhost } from '@/lib/server/front/refusal'

const navigation = { 'sec-fetch-dest': 'document' }

type Case = [
  request: string,
  origin: string | null,
  location: string | null,
  headers?: Record<string, string>,
]

const cases: Case[] = [
  ['GET /', 'http://127.0.0.1:3000', 'http://localhost:3000/'],
  ['GET /', 'http://127.0.0.1:3000', 'http://localhost:3000/', navigation],
  [
    'GET /login?next=%2Fapp&next=//evil.example',
    'http://127.0.0.1',
    'http://localhost/login?next=%2Fapp&next=//evil.example',
  ],
  ['GET /app/account?x=%ff', 'https://127.0.0.1:8443', 'https://localhost:8443/app/account?x=%ff'],
  ['GET /%61pp', 'http://127.0.0.1:3000', 'http://localhost:3000/%61pp'],
  // There already, or elsewhere.
  ['GET /', 'http://localhost:3000', null],
  ['GET /', 'http://127.0.0.2:3000', null],
  ['GET /', 'https://www.example.com', null],
  ['GET /', null, null],
  // No page, or nothing that a person will see.
  ['GET /api/session', 'http://127.0.0.1:3000', null],
  ['GET /_next/static/chunks/a.js', 'http://127.0.0.1:3000', null],
  ['GET /icon.svg', 'http://127.0.0.1:3000', null, navigation],
  ['GET //evil.example', 'http://127.0.0.1:3000', null],
  ['GET /no/such/page', 'http://127.0.0.1:3000', null],
  ['GET /%ff', 'http://127.0.0.1:3000', null],
  ['GET /app', 'http://127.0.0.1:3000', null, { 'sec-fetch-dest': 'empty' }],
  ['GET /', 'http://127.0.0.1:3000', null, { 'sec-fetch-dest': 'iframe' }],
  ['POST /', 'http://127.0.0.1:3000', null, navigation],
  ['OPTIONS /', 'http://127.0.0.1:3000', null],
]

test.each(cases)('%s at %s is redirected to %s', (request, origin, location, headers = {}) => {
  const [method = '', url = ''] = request.split(' ')
  const redirect = location && { status: 307, headers: { location } }
  expect(redirectToLocalhost({ method, url, headers }, origin)).toEqual(redirect)
})
