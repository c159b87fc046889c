'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { areShortcutsOff, setShortcutsEnabled } from '@/lib/browser/notes/shortcuts'
import styles from './list.module.css'

/** What a key does while nobody types, nothing else is pressed, no dialog is open, and keys aren't switched off. */
export function useShortcuts(keys: Record<string, () => unknown>): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      const isElsewhere =
        event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented
      const isTyping =
        target instanceof HTMLElement && target.matches('input, textarea, select, dialog[open] *')
      const work = current.current[key]
      if (isElsewhere || isTyping || !work || areShortcutsOff() || document.querySelector('dialog[open]'))
        return
      event.preventDefault()
      work()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The list of shortcuts, behind `?` and a button. */
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
