import { describe, expect, test } from 'vitest'
import { inventory } from '@/lib/consent/inventory'
import { consentKeys } from '@/lib/consent/keys'
import { findStored } from '../support/stored'

describe('what the site stores is found in the inventory', () => {
  test.each([
    { kind: 'cookie', name: '_ga', category: 'analytics' },
    { kind: 'cookie', name: '_ga_ABC123', category: 'analytics' },
    { kind: 'cookie', name: '_gcl_au', category: 'marketing' },
    { kind: 'cookie', name: '_gac_UA-1', category: 'marketing' },
    { kind: 'local storage', name: consentKeys.choice, category: 'essential' },
    { kind: 'local storage', name: consentKeys.time, category: 'essential' },
  ] as const)('$kind $name: $category', ({ kind, name, category }) => {
    expect(findStored(kind, name)?.category).toBe(category)
  })
})

describe('nothing else is', () => {
  test.each([
    { kind: 'cookie', name: 'visitor' },
    { kind: 'cookie', name: '_gid' },
    { kind: 'cookie', name: '_gat_UA-1' },
    { kind: 'cookie', name: 'x_ga' },
    { kind: 'cookie', name: consentKeys.choice },
    { kind: 'local storage', name: '_ga' },
    { kind: 'session storage', name: consentKeys.time },
    { kind: 'IndexedDB', name: 'firebase' },
  ] as const)('$kind $name', ({ kind, name }) => {
    expect(findStored(kind, name)).toBeNull()
  })
})

test('every entry says what, why, how long and by whom, and no name stands for two', () => {
  for (const item of inventory) {
    for (const words of [item.name, item.purpose, item.lifetime, item.setBy]) expect(words).not.toBe('')
    expect(findStored(item.kind, item.name.replace('*', 'x'))).toBe(item)
  }
})
