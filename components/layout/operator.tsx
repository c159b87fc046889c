'use client'
import type { ReactNode } from 'react'
import { usePublicConfig } from '@/components/ui/public-config'
import type { Operator } from '@/lib/config/operator'

type Fact = 'name' | 'name and address' | 'governing law' | 'log period' | 'backup period'

/**
 * What only the people who run the site can say. `children` are words that are true without it: they stand there until the
 * settings are known, without scripts, and for a setting that is missing.
 */
export function OperatorFact({ fact, children }: { fact: Fact; children: ReactNode }) {
  // An instance of the last release, which tells of no operator, may have answered.
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
