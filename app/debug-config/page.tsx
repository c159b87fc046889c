import type { Metadata } from 'next'
import { connection } from 'next/server'
import prose from '@/components/prose.module.css'
import { publicSettings } from '@/lib/server/config'
import styles from './page.module.css'

export const metadata: Metadata = { title: 'Configuration', robots: { index: false } }

/** The public runtime configuration as this server sees it; nothing here that `/api/config` does not tell. */
export default async function DebugConfigPage() {
  await connection()
  return (
    <article className={prose.prose}>
      <h1>Configuration</h1>
      <p className={prose.lead}>The public settings this server runs with. Keys are masked.</p>
      <dl className={styles.settings}>
        {publicSettings().map(({ name, value, verdict, isValid }) => (
          <div key={name} className={styles.setting}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <span className={styles.value}>{value || 'not set'}</span>
              <span className={isValid ? styles.valid : styles.wrong}>{verdict}</span>
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
