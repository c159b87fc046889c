'use client'
import { useHydrated } from '@/components/ui/hydrated'
import { type LastUsedMethod, lastUsedMethod } from '@/lib/browser/session/last-used'
import styles from './last-used.module.css'

/** The sign-in method last used in this browser; null until hydration, as the server can't know. */
export function useLastUsedMethod(): LastUsedMethod | null {
  return useHydrated() ? lastUsedMethod() : null
}

/** Attributes and content that mark a button. The mark is its description, and changes neither its name nor its size. */
export function lastUsedMark(isLastUsed: boolean) {
  if (!isLastUsed) return { describedBy: undefined, className: '', mark: null }
  return { describedBy: id, className: styles.marked ?? '', mark }
}

const id = 'last-used'
const mark = (
  <span id={id} className={styles.mark} aria-hidden>
    Last used
  </span>
)
