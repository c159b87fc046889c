'use client'
import type { ReactNode } from 'react'
import { useHydrated } from './hydrated'

type Props = { id?: string; children: ReactNode }

/** A message served with its page. Screen readers hear only what changes, so it's replaced by itself once the page is ready. */
export function Announced({ id, children }: Props) {
  const isHydrated = useHydrated()
  return (
    <p role="status" id={id}>
      <span key={String(isHydrated)}>{children}</span>
    </p>
  )
}
