import type { ReactNode } from 'react'
import { Doorway } from './doorway'
import styles from './not-found-layout.module.css'
import prose from './prose.module.css'

/** For pages that don't exist: their message beside a closed door. */
export function NotFoundLayout({ children }: { children: ReactNode }) {
  return (
    <article className={`${prose.prose} ${styles.page}`}>
      <Doorway state="closed" className={styles.picture} />
      <div>{children}</div>
    </article>
  )
}
