'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { useHydrated } from '@/components/ui/hydrated'
import prose from '@/components/ui/prose.module.css'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { shownPath } from '@/lib/site/shown-path'
import { Reference } from './reference'

/**
 * 'Page not found: {path}' (S102) around `children`, and the response's reference. The browser adds path and reference, as
 * the page is static: both have their space before. Bots that run scripts see nothing.
 */
export function NotFoundMessage({ children }: { children: ReactNode }) {
  const [reference, setReference] = useState<string | null>(null)
  const isHydrated = useHydrated()

  useEffect(() => {
    void ifLoaded(import('@/lib/browser/errors/report'), (errors) => {
      if (errors.isBot()) errors.hideFailedPage()
      setReference(errors.servedReference())
    })
  }, [])

  return (
    <>
      <h1>
        <span>{isHydrated ? 'Page not found: ' : 'Page Not Found'}</span>
        <span className={prose.path}>{isHydrated && shownPath(location.pathname)}</span>
      </h1>
      {children}
      <div className={prose.late}>
        <Reference reference={reference} />
      </div>
    </>
  )
}
