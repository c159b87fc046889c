'use client'
import { type ReactNode, useEffect } from 'react'
import { useHydrated } from './hydrated'

type Props = {
  id?: string
  /** What brought the message leaves the address, so a reload doesn't repeat it. */
  parameter?: string
  children: ReactNode
}

/** A message served with its page. Screen readers hear only what changes, so it's replaced by itself once the page is ready. */
export function Announced({ id, parameter, children }: Props) {
  const isHydrated = useHydrated()
  useEffect(() => (parameter ? removeParameter(parameter) : undefined), [parameter])
  return (
    <p role="status" id={id}>
      <span key={String(isHydrated)}>{children}</span>
    </p>
  )
}

/** Once the router has started, which would restore the address. */
function removeParameter(name: string): () => void {
  const timer = setTimeout(() => {
    const url = new URL(location.href)
    url.searchParams.delete(name)
    history.replaceState(null, '', url)
  })
  return () => clearTimeout(timer)
}
