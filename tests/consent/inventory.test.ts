import { expect, test } from 'vitest'
import { inventory } from '@/lib/consent/inventory'
import { consentKeys } from '@/lib/consent/keys'
import { findStored } from '../support/stored'

test.each([
  ['cookie', '_ga', 'analytics'],
  ['cookie', '_ga_ABC123', 'analytics'],
  ['cookie', '_gcl_au', 'marketing'],
  ['cookie', '_gac_UA-1', 'marketing'],
  ['local storage', consentKeys.choice, 'essential'],
  ['local storage', consentKeys.time, 'essential'],
  ['cookie', 'visitor', undefined],
  ['cookie', '_gid', undefined],
  ['cookie', '_gat_UA-1', undefined],
  ['cookie', 'x_ga', undefined],
  ['cookie', consentKeys.choice, undefined],
  ['local storage', '_ga', undefined],
  ['session storage', consentKeys.time, undefined],
  ['IndexedDB', 'firebase', undefined],
] as const)('the inventory has %s %s as %s', (kind, name, category) => {
  expect(findStored(kind, name)?.category).toBe(category)
})

test('every entry says what, why, how long and by whom, and no name stands for two', () => {
  for (const item of inventory) {
    for (const words of [item.name, item.purpose, item.lifetime, item.setBy]) expect(words).not.toBe('')
    expect(findStored(item.kind, item.name.replace('*', 'x'))).toBe(item)
  }
})
