import { expect, test } from 'vitest'
import { pressedKey } from '@/components/ui/pressed-key'

test.each([
  ['a key', { key: 'Enter', isComposing: false, keyCode: 13 }, 'Enter'],
  ['a key during a composition', { key: 'Escape', isComposing: true, keyCode: 27 }, null],
  ['the key that ended a composition in Safari', { key: 'Enter', isComposing: false, keyCode: 229 }, null],
])('%s, as browsers and React report it', (_, event, key) => {
  expect(pressedKey(event)).toBe(key)
  expect(pressedKey({ nativeEvent: event })).toBe(key)
})
