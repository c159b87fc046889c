import { beforeAll, expect, test, vi } from 'vitest'
import { GET } from '@/app/api/contact/route'

beforeAll(() => void vi.stubEnv('CONTACT_EMAIL', 'people@example.com'))

const shared = '/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e'

test.each([
  [`?about=${shared}`, `mailto:people@example.com?subject=Report%20of%20${encodeURIComponent(shared)}`],
  ['?about=%0D%0Abcc:someone@example.com', 'mailto:people@example.com'],
  ['?about=//evil.example', 'mailto:people@example.com'],
  ['', 'mailto:people@example.com'],
])('contact%s opens %s', (query, location) => {
  const response = GET(new Request(`http://site.test/api/contact${query}`))
  expect([response.status, response.headers.get('location')]).toEqual([303, location])
})
