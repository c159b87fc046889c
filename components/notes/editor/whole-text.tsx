'use client'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy'
import type { NoteText } from '@/lib/notes/note'
import styles from './conflict.module.css'

/** A text to be read and copied. */
export function WholeText({ name, written }: { name: string; written: NoteText }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [copied, setCopied] = useState('')
  const whole = written.title === '' ? written.text : `${written.title}\n\n${written.text}`

  async function copy() {
    const isCopied = await copyText(whole)
    if (!isCopied) area.current?.select()
    setCopied(isCopied ? 'Copied' : 'Press Ctrl+C or ⌘C to copy')
  }

  return (
    <details>
      <summary>{name}</summary>
      <textarea
        ref={area}
        className={styles.text}
        aria-label={name}
        dir="auto"
        readOnly
        rows={8}
        value={whole}
      />
      <div className={styles.actions}>
        <Button onClick={copy} aria-label={`Copy ${name.toLowerCase()}`}>
          Copy
        </Button>
        <span role="status">{copied}</span>
      </div>
    </details>
  )
}
