'use client'
import { useEffect, useState } from 'react'
import { useHydrated } from '@/components/ui/hydrated'
import prose from '@/components/ui/prose.module.css'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { shownPath } from '@/lib/site/shown-path'
import { Reference } from './reference'

/**
 * 'Page not found: {path}' (S102) and the response's reference, both added in the browser as the page is static. Bots that
 * run scripts see nothing.
 */
export function NotFoundPath() {
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
      <p className={prose.lead}>
        {isHydrated ? `Page not found: ${shownPath(location.pathname)}` : 'Page not found'}
      </p>
      <Reference reference={reference} />
    </>
  )
}
