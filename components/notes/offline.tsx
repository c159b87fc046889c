'use client'
import { useEffect, useState } from 'react'
import message from '@/components/ui/message.module.css'
import { isForNewTab } from '@/components/ui/site-link'
import styles from './list.module.css'

/** While offline, keeps links and forms from leaving for the browser's error page, and says so. */
export function OfflineNotice() {
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    const stopping = new AbortController()
    const stay = (event: Event) => {
      if (navigator.onLine || event.defaultPrevented) return
      event.preventDefault()
      setRefused(true)
    }
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isHere = link?.href.split('#', 1)[0] === location.href.split('#', 1)[0] && link?.hash !== ''
      if (link?.protocol.startsWith('http') && link.target === '' && !isHere && !isForNewTab(event))
        stay(event)
    }
    // Before the page's own handlers, one of which leaves once a text is saved.
    document.addEventListener('click', onClick, { signal: stopping.signal, capture: true })
    document.addEventListener('submit', stay, stopping)
    window.addEventListener('online', () => setRefused(false), stopping)
    return () => stopping.abort()
  }, [])
  return (
    <div role="alert" className={styles.offline}>
      {isRefused && <p className={message.note}>You’re offline. Try again once you’re back.</p>}
    </div>
  )
}
