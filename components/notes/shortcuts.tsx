'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { pressedKey } from '@/components/ui/pressed-key'
import { tryStorage } from '@/lib/browser/site-data'
import styles from './list.module.css'

/** Single-key shortcuts, inactive while typing, in dialogs, with modifier keys, and if the user has turned them off. */
export function useShortcuts(keys: Record<string, () => unknown>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const key = pressedKey(event)
    const hasOtherUse = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented
    const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select')
    const action = key === null ? undefined : keys[key]
    if (hasOtherUse || isTyping || !action || areShortcutsOff() || document.querySelector('dialog[open]'))
      return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const stopping = new AbortController()
    document.addEventListener('keydown', (event) => onKeyDown(event), stopping)
    return () => stopping.abort()
  }, [])
}

/** A button, and the key `?`, for the list of shortcuts. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  useShortcuts({ '?': () => setOpen(true) })
  return (
    <>
      <Button className={styles.shortcuts} aria-label="Keyboard shortcuts" onClick={() => setOpen(true)}>
        ?
      </Button>
      {isOpen && (
        <Dialog title="Keyboard shortcuts" onClose={() => setOpen(false)}>
          <dl className={styles.keys}>
            {shortcuts.map(([keys, words]) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
          <label className={styles.switch}>
            <input
              type="checkbox"
              defaultChecked={!areShortcutsOff()}
              onChange={({ target }) => setShortcutsEnabled(target.checked)}
            />
            Use single-key shortcuts
          </label>
          <Button look="primary" onClick={() => setOpen(false)}>
            Close
          </Button>
        </Dialog>
      )}
    </>
  )
}

const shortcuts = [
  ['/', 'Search notes'],
  ['n', 'New note'],
  ['e', 'Edit this note'],
  ['Esc', 'Done writing'],
  ['Ctrl Enter', 'Done writing (⌘ Enter on a Mac)'],
  ['?', 'Show this list'],
] as const

const offKey = 'foyer-shortcuts'

/** Whether the user has turned single-key shortcuts off, as speech input needs (WCAG 2.1.4). */
function areShortcutsOff(): boolean {
  return tryStorage(({ local }) => local.getItem(offKey)) === 'off'
}

function setShortcutsEnabled(isOn: boolean): void {
  tryStorage(({ local }) => (isOn ? local.removeItem(offKey) : local.setItem(offKey, 'off')))
}
