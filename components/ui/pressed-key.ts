'use client'

type KeyEvent = Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>

/** The name of a pressed key; null if an input method uses it. In Safari, the key that ends a composition has only its code. */
export function pressedKey(event: KeyEvent | { nativeEvent: KeyEvent }): string | null {
  const { key, isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === 229 ? null : key
}
