'use client'
import { usePublicConfig } from '@/components/ui/public-config'
import type { PublicConfig } from '@/lib/config/config'

type Service = 'recaptcha' | 'analytics' | 'early tag' | 'ad clicks'

/** Says in brackets whether the site uses a service, once the settings are known. The text before it says "if". */
export function InUse({ service }: { service: Service }) {
  const config = usePublicConfig()
  if (!config) return null
  return <span>{uses[service](config) ? ' (it does)' : ' (it doesn’t)'}</span>
}

const uses: Record<Service, (config: PublicConfig) => boolean> = {
  recaptcha: ({ recaptcha, secondFactors, emulatorUrl }) =>
    recaptcha || (secondFactors.includes('sms') && !emulatorUrl),
  analytics: ({ analytics }) => analytics !== null,
  'early tag': ({ analytics }) => analytics?.consent === 'advanced',
  'ad clicks': ({ analytics }) => analytics?.urlPassthrough === true,
}
