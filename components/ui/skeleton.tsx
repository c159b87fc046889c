import styles from './skeleton.module.css'
import visually from './visually-hidden.module.css'

type Props = { label: string; lines: number }

/**
 * A placeholder for what the browser loads. Never a fallback on the server, which would send status 200 before the page is
 * known (docs/decisions/ui.md).
 */
export function Skeleton({ label, lines }: Props) {
  return (
    <div className={styles.skeleton}>
      <p role="status" className={visually.hidden}>
        {label}
      </p>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical
        <span key={line} className={styles.line} />
      ))}
    </div>
  )
}
