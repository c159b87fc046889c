import styles from './doorway.module.css'

/** Doorway behind doorway, towards the light: the picture of Foyer. Decoration only. */
export function Doorway({ className }: { className?: string | undefined }) {
  return (
    <svg className={`${styles.doorway} ${className ?? ''}`} viewBox="0 0 400 480" aria-hidden="true">
      <path className={styles.wall} d="M24 480V184a176 176 0 0 1 352 0v296z" />
      <path fill="#533058" d="M64 480V202a136 136 0 0 1 272 0v278z" />
      <path fill="#95434f" d="M102 462V220a98 98 0 0 1 196 0v242z" />
      <path fill="#dd7a48" d="M136 446V238a64 64 0 0 1 128 0v208z" />
      <path fill="#ffd9a0" d="M164 434V254a36 36 0 0 1 72 0v180z" />
      <path fill="#ffd9a0" opacity="0.28" d="M164 434h72l100 46H64z" />
    </svg>
  )
}
