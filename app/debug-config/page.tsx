import type { Metadata } from 'next'
import { connection } from 'next/server'
import { WithAddresses } from '@/components/ui/email-address'
import prose from '@/components/ui/prose.module.css'
import { siteConfig } from '@/lib/config/config'
import { reportSettings } from '@/lib/config/report'
import styles from './page.module.css'

export const metadata: Metadata = { title: 'Configuration', robots: { index: false } }

/** Public: shows nothing that `/api/config` doesn't. */
export default async function DebugConfigPage() {
  await connection()
  return (
    <article className={prose.prose}>
      <h1>Configuration</h1>
      <p className={prose.lead}>The public settings this server runs with. Keys are masked.</p>
      <dl className={styles.settings}>
        {reportSettings(siteConfig().public).map(({ name, value }) => (
          <div key={name} className={styles.setting}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <WithAddresses text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
