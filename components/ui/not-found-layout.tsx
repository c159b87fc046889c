import type { ReactNode } from 'react'
import styles from './closed-door.module.css'
import { Doorway } from './doorway'
import prose from './prose.module.css'

/** Words beside a closed door: for addresses that lead nowhere. */
export function NotFoundLayout({ children }: { children: ReactNode }) {
  return (
    <article className={`${prose.prose} ${styles.page}`}>
      <Doorway state="closed" className={styles.picture} />
      <div>{children}</div>
    </article>
  )
}
