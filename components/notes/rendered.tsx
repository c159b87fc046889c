import type { Ref } from 'react'
import styles from './rendered.module.css'

/** A note's HTML, rendered by `lib/server/notes/markdown`. */
export function NoteBody({ html, ref }: { html: string; ref?: Ref<HTMLDivElement> }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our server escapes any markup in the text
    <div ref={ref} className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
