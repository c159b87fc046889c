'use client'
import type { ReactNode } from 'react'
import { usePublicConfig } from '@/components/ui/public-config'
import type { Operator } from '@/lib/config/config'

type Fact = 'name and address' | 'governing law' | 'log period' | 'backup period'

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
  'name and address': ({ name, address }) => name && (address ? `${name}, ${address}` : name),
  'governing law': ({ governingLaw }) => governingLaw,
  'log period': ({ logDays }) => describeDays(logDays),
  'backup period': ({ backupDays }) => describeDays(backupDays),
}

function describeDays(days: number | null): string | null {
  if (days === null) return null
  return days === 1 ? '1 day' : `${days} days`
}
