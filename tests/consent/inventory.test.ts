import { expect, test } from 'vitest'
import { inventory } from '@/lib/consent/inventory'
import { findStored } from '../support/stored'

test('every entry says what, why, how long and by whom, and no name stands for two', () => {
  for (const item of inventory) {
    for (const words of [item.name, item.purpose, item.lifetime, item.setBy]) expect(words).not.toBe('')
    expect(findStored(item.kind, item.name.replace('*', 'x'))).toBe(item)
  }
})
