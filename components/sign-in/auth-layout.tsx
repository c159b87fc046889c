import type { ReactNode } from 'react'
import { Doorway, type DoorwayState } from '@/components/ui/doorway'
import styles from './auth-layout.module.css'

type Props = { state?: DoorwayState; children: ReactNode }

/** The layout of sign-in and email links: a card beside the picture. */
export function AuthLayout({ state = 'lit', children }: Props) {
  return (
    <div className={styles.page} data-door={state}>
      <Doorway state={state} className={styles.picture} />
      <section className={styles.card} data-form-card="">
        {children}
      </section>
    </div>
  )
}
