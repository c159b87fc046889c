'use client'
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { useHydrated } from '@/components/ui/hydrated'
import { onPromptNeeded, requestPreferences } from '@/lib/browser/consent/prompt'
import { ifLoaded } from '@/lib/browser/errors/loading'
import type { ConsentViewProps } from './view'

/**
 * Cookie consent on every page. Banner and dialog are loaded only when needed; if that fails nothing is
 * granted, and the next page tries again. First in the document, so the keyboard reaches it first.
 */
export function Consent() {
  const [View, setView] = useState<ComponentType<ConsentViewProps> | null>(null)
  const [dialogRequests, setDialogRequests] = useState(0)
  const [announcement, announce] = useState('')

  const requestDialog = useCallback(() => setDialogRequests((requests) => requests + 1), [])

  useEffect(() => {
    onPromptNeeded((isDialogRequested) => {
      if (isDialogRequested) requestDialog()
      void ifLoaded(import('./view'), ({ ConsentView }) => setView(() => ConsentView))
    })
  }, [requestDialog])

  return (
    <>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {View && <View dialogRequests={dialogRequests} requestDialog={requestDialog} announce={announce} />}
    </>
  )
}

type Props = { className?: string | undefined; children: ReactNode }

/** A button that opens the cookie dialog. On every page, as withdrawing consent must be as easy as giving it. */
export function CookieSettings({ className, children }: Props) {
  const isHydrated = useHydrated()
  return (
    <button type="button" className={className} disabled={!isHydrated} onClick={requestPreferences}>
      {children}
    </button>
  )
}
