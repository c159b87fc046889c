'use client'
import { pressedKey } from '@/components/ui/pressed-key'

/** It keeps to the rules. */
export function Done({ onDone }: { onDone: () => void }) {
  return <input aria-label="Title" onKeyDown={(event) => pressedKey(event) === 'Enter' && onDone()} />
}
