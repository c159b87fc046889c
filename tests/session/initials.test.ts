import { expect, test } from 'vitest'
import { initialsOf } from '@/lib/session/initials'

test.each([
  ['ada@example.com', 'A'],
  ['ada.lovelace@example.com', 'AL'],
  ['ada_b-c+d@example.com', 'AB'],
  ['élise@example.com', 'É'],
  ['1st@example.com', '1'],
  ['_@example.com', '?'],
  [null, '?'],
])('%s: %s', (email, initials) => {
  expect(initialsOf(email)).toBe(initials)
})
