'use client'
import { useState, useSyncExternalStore } from 'react'
import {
  arePreferencesWanted,
  closePreferences,
  currentConsent,
  openPreferences,
  watchConsent,
} from '@/lib/browser/consent'
import { choose } from '@/lib/browser/consent-choice'
import type { Deletion } from '@/lib/browser/consent-cookies'
import type { ConsentChoice, ConsentType } from '@/lib/consent'
import { ConsentBanner } from './consent-banner'
import { ConsentDialog } from './consent-dialog'
import { ConsentNotice } from './consent-notice'

/** The banner while nothing is chosen, the dialog while it is wanted, and a word after a withdrawal. */
export function ConsentView() {
  const record = useSyncExternalStore(watchConsent, currentConsent, () => null)
  const isWanted = useSyncExternalStore(watchConsent, arePreferencesWanted, () => false)
  const [deletion, setDeletion] = useState<Deletion | null>(null)

  function decide(type: ConsentType, choice: ConsentChoice) {
    setDeletion(null)
    choose(type, choice, setDeletion)
    closePreferences()
  }

  return (
    <>
      {!record && <ConsentBanner onChoice={decide} onCustomize={openPreferences} />}
      {deletion && <ConsentNotice deletion={deletion} onClose={() => setDeletion(null)} />}
      {isWanted && (
        <ConsentDialog
          record={record}
          onSave={(choice) => decide('custom', choice)}
          onClose={closePreferences}
        />
      )}
    </>
  )
}
