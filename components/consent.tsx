'use client'
import { usePathname } from 'next/navigation'
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { publicConfig } from '@/lib/browser/config'
import { arePreferencesWanted, currentConsent, watchConsent } from '@/lib/browser/consent'
import { ifLoaded } from '@/lib/browser/loading'
import { bannerDelayMs } from '@/lib/consent'
import unseen from './unseen.module.css'

const unknown = () => undefined

/**
 * Cookie consent on every page: the banner for whoever has not chosen, the dialog for whoever asks for it. Both are
 * loaded only then. First in the page, so that the keyboard finds it first.
 */
export function Consent() {
  const path = usePathname()
  const tag = useSyncExternalStore(publicConfig.subscribe, publicConfig.current, () => null)?.analytics
  const record = useSyncExternalStore(watchConsent, currentConsent, unknown)
  const isWanted = useSyncExternalStore(watchConsent, arePreferencesWanted, () => false)
  const [isDue, setDue] = useState(false)
  const [View, setView] = useState<ComponentType | null>(null)
  const isNeeded = isWanted || (isDue && record === null)

  useEffect(() => {
    if (tag) void ifLoaded(import('@/lib/browser/analytics'), ({ viewPage }) => viewPage(tag, path))
  }, [tag, path])

  useEffect(() => {
    if (record !== null || isDue) return
    return afterLoad(() => setDue(true), bannerDelayMs)
  }, [record, isDue])

  // Without its code there is no banner, and nothing is granted; the next page tries again.
  useEffect(() => {
    if (isNeeded) void ifLoaded(import('./consent-view'), ({ ConsentView }) => setView(() => ConsentView))
  }, [isNeeded])

  const isAsking = View !== null && record === null && isDue
  return (
    <>
      <p role="status" className={unseen.unseen}>
        {isAsking && 'We use cookies. You can choose at the start of this page.'}
      </p>
      {View && <View />}
    </>
  )
}

/** Some milliseconds after the page and all it shows have loaded; returns the way to stop. */
function afterLoad(work: () => void, delayMs: number): () => void {
  let timer = 0
  const begin = () => {
    timer = window.setTimeout(work, delayMs)
  }
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
  return () => {
    window.removeEventListener('load', begin)
    clearTimeout(timer)
  }
}
