'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { afterPaint } from '@/lib/browser/consent/after-paint'
import { type CookieDeletion, choose } from '@/lib/browser/consent/choice'
import { currentConsent, watchConsent } from '@/lib/browser/consent/consent'
import type { ConsentChoice, ConsentType } from '@/lib/consent/record'
import { ConsentBanner } from './banner'
import { ConsentDialog } from './dialog'
import { ConsentNotice } from './notice'

export type ConsentViewProps = {
  /** How often the dialog has been requested. */
  dialogCalls: number
  callDialog: () => void
  /** For screen readers; an empty string clears it. */
  announce: (words: string) => void
}

/** The banner until someone chooses, the dialog, and a notice after a withdrawal. */
export function ConsentView({ dialogCalls, callDialog, announce }: ConsentViewProps) {
  const record = useSyncExternalStore(watchConsent, currentConsent, () => null)
  const [deletion, setDeletion] = useState<CookieDeletion | null>(null)
  const questions = useRef<HTMLDivElement>(null)
  const isAsking = record === null

  useEffect(() => {
    if (!isAsking) return
    announce('We use cookies. You can choose at the start of this page.')
    return () => afterPaint(() => announce(''))
  }, [announce, isAsking])

  /** Hides the question directly first: waiting for React's render would feel slow. */
  function decide(type: ConsentType, choice: ConsentChoice) {
    const answered = questions.current
    answered?.setAttribute('hidden', '')
    afterPaint(() => {
      setDeletion(choose(type, choice))
      answered?.removeAttribute('hidden')
    })
  }

  return (
    <>
      <div ref={questions}>
        {isAsking && <ConsentBanner onChoice={decide} onCustomize={callDialog} />}
        <ConsentDialog calls={dialogCalls} record={record} onSave={(choice) => decide('custom', choice)} />
      </div>
      {record && deletion && (
        <ConsentNotice chosenAt={record.at} deletion={deletion} onClose={() => setDeletion(null)} />
      )}
    </>
  )
}
