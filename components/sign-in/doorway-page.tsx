import type { ReactNode } from 'react'
import { Doorway } from '@/components/ui/doorway'
import styles from './doorway-page.module.css'

/** A card beside the picture: the frame of sign-in and of mailed links. */
export function DoorwayPage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <Doorway className={styles.picture} />
      <section className={styles.card} data-form-card="">
        {children}
      </section>
    </div>
  )
}
