import type { Metadata } from 'next'
import { connection } from 'next/server'
import { WithAddresses } from '@/components/ui/email-address'
import prose from '@/components/ui/prose.module.css'
import { siteConfig } from '@/lib/config/config'
import { reportSettings } from '@/lib/config/report'

export const metadata: Metadata = { title: 'Configuration', robots: { index: false } }

/** Public: shows nothing that `/api/config` doesn't. */
export default async function DebugConfigPage() {
  await connection()
  return (
    <article className={prose.prose}>
      <h1>Configuration</h1>
      <p className={prose.lead}>The public settings this server runs with. Keys are masked.</p>
      <dl>
        {reportSettings(siteConfig().public).map(({ name, value }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code>
                <WithAddresses text={value} />
              </code>
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
