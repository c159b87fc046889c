'use client'
import { usePathname } from 'next/navigation'
import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { sessionState } from '@/lib/browser/session/session'
import { initialsOf } from '@/lib/session/initials'
import styles from './account-menu.module.css'
import type { AccountPanelProps } from './account-panel'

/**
 * The signed-in user's account menu: a disclosure, as it isn't only commands. Shows the children without a session.
 * Every page asks the server in the browser whether there is one.
 */
export function AccountMenu({ children }: { children?: ReactNode }) {
  const session = useSyncExternalStore(sessionState.subscribe, sessionState.current, () => null)
  const path = usePathname()
  const [Panel, setPanel] = useState<ComponentType<AccountPanelProps> | null>(null)
  // Closes when another page follows.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === path
  const close = useCallback(() => setOpenAt(null), [])
  const button = useRef<HTMLButtonElement>(null)

  const load = () => void ifLoaded(import('./account-panel'), (loaded) => setPanel(() => loaded.AccountPanel))

  if (!session?.signedIn) return children
  return (
    <div className={styles.menu}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={isOpen}
        aria-label={`Account menu, ${initialsOf(session)}`}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => {
          load()
          setOpenAt(isOpen ? null : path)
        }}
      >
        {initialsOf(session)}
      </button>
      {isOpen && Panel && <Panel name={session.name} email={session.email} button={button} onClose={close} />}
    </div>
  )
}
