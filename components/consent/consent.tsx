'use client'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import visually from '@/components/ui/visually-hidden.module.css'
import { onPromptNeeded } from '@/lib/browser/consent/prompt'
import { ifLoaded } from '@/lib/browser/errors/loading'
import type { ConsentViewProps } from './view'

/**
 * Cookie consent on every page. Banner and dialog are loaded only when needed; if that fails nothing is
 * granted, and the next page tries again. First in the document, so the keyboard reaches it first.
 */
export function Consent() {
  const [View, setView] = useState<ComponentType<ConsentViewProps> | null>(null)
  const [dialogCalls, setDialogCalls] = useState(0)
  const [words, announce] = useState('')

  const callDialog = useCallback(() => setDialogCalls((calls) => calls + 1), [])

  useEffect(() => {
    onPromptNeeded((isDialogWanted) => {
      if (isDialogWanted) callDialog()
      void ifLoaded(import('./view'), ({ ConsentView }) => setView(() => ConsentView))
    })
  }, [callDialog])

  return (
    <>
      <p role="status" className={visually.hidden}>
        {words}
      </p>
      {View && <View dialogRequests={dialogCalls} requestDialog={callDialog} announce={announce} />}
    </>
  )
}
