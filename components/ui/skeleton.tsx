import styles from './skeleton.module.css'
import visually from './visually-hidden.module.css'

type Props = { label: string; lines: number }

/**
 * The shape of what is on its way, where the browser asks for it: the page around it has its status already, which a
 * fallback of the server would fix at 200 (docs/decisions/ui.md).
 */
export function Skeleton({ label: words, lines }: Props) {
  return (
    <div className={styles.skeleton}>
      <p role="status" className={visually.hidden}>
        {words}
      </p>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <span key={line} className={styles.line} />
      ))}
    </div>
  )
}
