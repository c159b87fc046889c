import { expect, test } from 'vitest'
import { initialsOf } from '@/lib/session/initials'

const email = 'ada.lovelace@example.com'

test.each([
  ['Ada Lovelace', 'AL'],
  ['Augusta Ada King Lovelace', 'AL'],
  ['Ada Anderson', 'AA'],
  ['ada', 'A'],
  ['Conor O’Brien', 'CO'],
  ['Mary-Jane “MJ” Watson', 'MW'],
  ['e\u0301lise', 'É'],
  ['山田 太郎', '山太'],
  ['𝒜da', '𝒜'],
  // No name to take a letter of.
  ['🚪 …', 'AL'],
  [' ', 'AL'],
  ['', 'AL'],
  [null, 'AL'],
])('the name %j: %s', (name, initials) => {
  expect(initialsOf({ name, email })).toBe(initials)
})

test.each([
  ['ada@example.com', 'A'],
  ['ada.lovelace@example.com', 'AL'],
  ['ada_b-c+d@example.com', 'AB'],
  ['élise@example.com', 'É'],
  ['1st@example.com', '1'],
  ['_@example.com', '?'],
  [null, '?'],
])('without a name, %s: %s', (email, initials) => {
  expect(initialsOf({ name: null, email })).toBe(initials)
})
