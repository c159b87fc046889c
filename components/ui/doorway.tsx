import styles from './doorway.module.css'

/** Doorway behind doorway, towards the light: the picture of Foyer. Decoration only. */
export function Doorway({ className }: { className?: string | undefined }) {
  return (
    <svg className={`${styles.doorway} ${className ?? ''}`} viewBox="0 0 400 480" aria-hidden="true">
      <path className={styles.wall} d="M24 480V184a176 176 0 0 1 352 0v296z" />
      <path className={styles.hall} d="M64 480V202a136 136 0 0 1 272 0v278z" />
      <path className={styles.room} d="M102 462V220a98 98 0 0 1 196 0v242z" />
      <path className={styles.lamp} d="M136 446V238a64 64 0 0 1 128 0v208z" />
      <path className={styles.light} d="M164 434V254a36 36 0 0 1 72 0v180z" />
      <path className={styles.floor} d="M164 434h72l100 46H64z" />
    </svg>
  )
}
