import type { Ref } from 'react'
import styles from './rendered.module.css'

/** A note's text as `lib/server/notes/markdown` rendered it. */
export function NoteBody({ html, ref }: { html: string; ref?: Ref<HTMLDivElement> }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by our server, which lets no markup of the text through
    <div ref={ref} className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
