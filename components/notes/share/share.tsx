'use client'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import message from '@/components/ui/message.module.css'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { failureOf } from '@/lib/browser/identity/fault'
import type { PublicConfig } from '@/lib/config/config'
import type { Note } from '@/lib/notes/note'
import type { Share } from '@/lib/notes/share'
import styles from './share.module.css'

type Props = {
  note: Pick<Note, 'id' | 'title' | 'share'>
  config: PublicConfig
  onChange: (share: Share | null) => void
}

const loadPanel = () => import('./panel')
type Loaded = Awaited<ReturnType<typeof loadPanel>>

/** The link to a note: the button, and what it opens, which loads when it's wanted. */
export function NoteShare(props: Props) {
  const [isOpen, setOpen] = useState(false)
  const [loaded, setLoaded] = useState<Loaded | 'failed' | null>(null)
  const panelId = useId()

  async function toggle() {
    setOpen(!isOpen)
    if (isOpen || (loaded && loaded !== 'failed')) return
    const found = await loadPanel().catch(failureOf)
    setLoaded('status' in found ? 'failed' : found)
  }

  return (
    <>
      <Button
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={toggle}
        onPointerEnter={() => void ifLoaded(loadPanel(), setLoaded)}
      >
        Share
      </Button>
      <div id={panelId} hidden={!isOpen} className={styles.place}>
        {loaded === 'failed' && (
          <p role="alert" className={message.problem}>
            This part of the page couldn’t be loaded. Check your connection, then choose Share again.
          </p>
        )}
        {isOpen && loaded && loaded !== 'failed' && <loaded.SharePanel {...props} />}
      </div>
    </>
  )
}
