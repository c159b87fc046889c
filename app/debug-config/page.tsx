import type { Metadata } from 'next'
import { connection } from 'next/server'
import { WithAddresses } from '@/components/ui/email-address'
import prose from '@/components/ui/prose.module.css'
import { siteConfig } from '@/lib/config/config'

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

/** One value of `/api/config` by its JSON path; keys are masked. */
type SettingReport = { name: string; value: string }

/** The values of what `/api/config` returns to anyone. */
function reportSettings(settings: object, path = ''): SettingReport[] {
  return Object.entries(settings).flatMap(([key, value]: [string, unknown]) => {
    const name = path + key
    if (typeof value === 'object' && value !== null) return reportSettings(value, `${name}.`)
    if (value === undefined) return []
    const text = value === null ? 'not set' : String(value)
    return [{ name, value: name.endsWith('Key') ? mask(text) : text }]
  })
}

/** Keeps enough of a key to recognize it. */
function mask(key: string): string {
  return key.length < 12 ? '…' : `${key.slice(0, 4)}…${key.slice(-2)}`
}
