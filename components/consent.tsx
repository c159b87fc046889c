'use client'
import { type ComponentType, useEffect, useState } from 'react'
import { watchNeed } from '@/lib/browser/consent-need'
import { ifLoaded } from '@/lib/browser/loading'
import type { ConsentViewProps } from './consent-view'
import unseen from './unseen.module.css'

/**
 * Cookie consent on every page: the banner for whoever has not chosen, the dialog for whoever asks for it. Both are
 * loaded only then; without their code nothing is granted, and the next page tries again. First in the page, so that
 * the keyboard finds it first.
 */
export function Consent() {
  const [View, setView] = useState<ComponentType<ConsentViewProps> | null>(null)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [words, announce] = useState('')

  useEffect(() => {
    watchNeed((isDialogWanted) => {
      if (isDialogWanted) setDialogOpen(true)
      void ifLoaded(import('./consent-view'), ({ ConsentView }) => setView(() => ConsentView))
    })
  }, [])

  return (
    <>
      <p role="status" className={unseen.unseen}>
        {words}
      </p>
      {View && <View isDialogOpen={isDialogOpen} setDialogOpen={setDialogOpen} announce={announce} />}
    </>
  )
}
