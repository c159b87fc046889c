'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentConsent, watchConsent } from '@/lib/browser/consent'
import { choose } from '@/lib/browser/consent-choice'
import type { Deletion } from '@/lib/browser/consent-cookies'
import type { ConsentChoice, ConsentType } from '@/lib/consent'
import { ConsentBanner } from './consent-banner'
import { ConsentDialog } from './consent-dialog'
import { ConsentNotice } from './consent-notice'

export type ConsentViewProps = {
  isDialogOpen: boolean
  setDialogOpen: (isOpen: boolean) => void
  /** Says something to whoever listens to the page; empty words take it back. */
  announce: (words: string) => void
}

/** The banner while nothing is chosen, the dialog while it is open, and a word after a withdrawal. */
export function ConsentView({ isDialogOpen, setDialogOpen, announce }: ConsentViewProps) {
  const record = useSyncExternalStore(watchConsent, currentConsent, () => null)
  const [deletion, setDeletion] = useState<Deletion | null>(null)
  const isAsking = record === null

  useEffect(() => {
    announce(isAsking ? 'We use cookies. You can choose at the start of this page.' : '')
  }, [announce, isAsking])

  function decide(type: ConsentType, choice: ConsentChoice) {
    setDeletion(null)
    choose(type, choice, setDeletion)
    setDialogOpen(false)
  }

  return (
    <>
      {isAsking && <ConsentBanner onChoice={decide} onCustomize={() => setDialogOpen(true)} />}
      {deletion && <ConsentNotice deletion={deletion} onClose={() => setDeletion(null)} />}
      {isDialogOpen && (
        <ConsentDialog
          record={record}
          onSave={(choice) => decide('custom', choice)}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  )
}
