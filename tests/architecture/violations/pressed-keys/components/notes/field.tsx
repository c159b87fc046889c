'use client'
import type { KeyboardEvent } from 'react'

export function Field({ onDone }: { onDone: () => void }) {
  const finish = (event: KeyboardEvent) => event.key === 'Enter' && onDone()
  return <input aria-label="Note" onKeyDown={finish} />
}
