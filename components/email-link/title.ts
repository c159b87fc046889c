'use client'
import { useEffect } from 'react'

/** Names the page otherwise than the server did, which may still send its title after this; null leaves it. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (!title) return
    const full = `${title} · Foyer`
    const name = () => {
      if (document.title !== full) document.title = full
    }
    name()
    const watching = new MutationObserver(name)
    watching.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watching.disconnect()
  }, [title])
}
