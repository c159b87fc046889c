'use client'
import { useEffect, useRef, useState } from 'react'
import visually from '@/components/ui/visually-hidden.module.css'
import { ifLoaded } from '@/lib/browser/errors/loading'
import type { Difference } from '@/lib/browser/notes/differences'
import type { NoteText } from '@/lib/notes/note'
import styles from './conflict.module.css'

const afterTypingMs = 500

/** From theirs to mine, marked by more than colour. Follows what is typed. */
export function Differences({ theirs, mine }: { theirs: NoteText; mine: NoteText }) {
  const [found, setFound] = useState<Difference[] | null | undefined>(undefined)
  const isFirst = useRef(true)
  useEffect(() => {
    const compare = () =>
      void ifLoaded(import('@/lib/browser/notes/differences'), ({ differencesBetween }) => {
        if (!isOver) setFound(differencesBetween(theirs, mine))
      })
    let isOver = false
    const timer = setTimeout(compare, isFirst.current ? 0 : afterTypingMs)
    isFirst.current = false
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [theirs, mine])
  if (found === undefined) return null
  if (found === null) return <p>The two versions are very different. Compare them below.</p>
  return (
    <>
      <p className={styles.legend}>
        <span className={styles.added}>Underlined</span> text is only in this version,{' '}
        <span className={styles.removed}>crossed-out</span> text only in the other.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard has no other way */}
      <section className={styles.text} dir="auto" tabIndex={0} aria-label="What differs">
        {found.map((difference, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that is replaced as a whole
          <Piece key={index} difference={difference} />
        ))}
      </section>
    </>
  )
}

function Piece({ difference }: { difference: Difference }) {
  if (difference.kind === 'skipped') {
    const { characters } = difference
    return (
      <span className={styles.skipped}>{`${characters.toLocaleString('en')} characters are the same`}</span>
    )
  }
  if (difference.kind === 'same') return <span>{difference.text}</span>
  const Mark = difference.kind === 'added' ? 'ins' : 'del'
  return (
    <Mark>
      <span className={visually.hidden}>{` ${difference.kind}: `}</span>
      <span>{difference.text}</span>
      <span className={visually.hidden}> (end) </span>
    </Mark>
  )
}
