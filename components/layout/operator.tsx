'use client'
import type { ReactNode } from 'react'
import { usePublicConfig } from '@/components/ui/public-config'
import type { Operator, PublicConfig } from '@/lib/config/config'

type Fact = 'name' | 'name and address' | 'governing law' | 'log period' | 'backup period'

/**
 * A fact that comes from the operator's settings. Renders `children`, which must be true without it, until the settings are
 * known, without scripts, and if the setting is missing.
 */
export function OperatorFact({ fact, children }: { fact: Fact; children: ReactNode }) {
  // During a rollout an instance of the last release may answer, without `operator`.
  const operator = usePublicConfig()?.operator
  return <span>{(operator && facts[fact](operator)) ?? children}</span>
}

const facts: Record<Fact, (operator: Operator) => string | null> = {
  name: ({ name }) => name,
  'name and address': ({ name, address }) => name && (address ? `${name}, ${address}` : name),
  'governing law': ({ governingLaw }) => governingLaw,
  'log period': ({ logDays }) => describeDays(logDays),
  'backup period': ({ backupDays }) => describeDays(backupDays),
}

function describeDays(days: number | null): string | null {
  if (days === null) return null
  return days === 1 ? '1 day' : `${days} days`
}

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
