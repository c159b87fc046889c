import { expect, test } from 'vitest'
import { isNextInternalPage } from '@/lib/builds/built-files'

test('paths where Next has internal pages are as unknown as any other, and others are left alone', () => {
  const internal = '/_global-error /%5Fglobal-error /_not-found /_error /404 /500/ /_global-error.rsc'.split(
    ' ',
  )
  const id = '3f0c2f4e-7a6b-4d7c-9f1e-0a1b2c3d4e5f'
  const others = ['/', '/login', '/_next/static/chunks/404.js', '/5000', '/share/not-a-uuid', `/share/${id}`]
  expect(internal.filter((url) => !isNextInternalPage(url))).toEqual([])
  expect([...others, `/share/${id}/below`].filter(isNextInternalPage)).toEqual([])
})
