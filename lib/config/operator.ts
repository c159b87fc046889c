/** The site's operator, for the legal pages and the contact page. Public: `/api/config` returns it. */
import * as v from 'valibot'
import { setting, type ValuesOf, wholeNumber } from './settings'

/** Null for a missing setting; the pages have fallback texts. */
export type Operator = {
  name: string | null
  /** Postal address. */
  address: string | null
  /** The country or state whose law governs the terms. */
  governingLaw: string | null
  contactEmail: string | null
  /** How long the operator keeps the log and each backup. Foyer doesn't enforce it. */
  logDays: number | null
  backupDays: number | null
}

const oneLine = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\P{Cc}{1,200}$/u, 'must be one line of at most 200 characters'),
)
const days = v.pipe(
  wholeNumber,
  v.minValue(1, 'must be 1 to 3650 days'),
  v.maxValue(3650, 'must be 1 to 3650 days'),
)

export const operatorSettings = {
  OPERATOR_NAME: setting(v.optional(oneLine), "'Example Ltd'"),
  OPERATOR_ADDRESS: setting(v.optional(oneLine), "'1 Example Street, Exampletown EX1 2AB, United Kingdom'"),
  GOVERNING_LAW: setting(v.optional(oneLine), "'England and Wales'"),
  CONTACT_EMAIL: setting(
    v.optional(v.pipe(v.string(), v.email('must be a mail address'))),
    'contact@example.com',
  ),
  LOG_RETENTION_DAYS: setting(v.optional(days), '30'),
  BACKUP_RETENTION_DAYS: setting(v.optional(days), '30'),
}

export function operatorFrom(values: ValuesOf<typeof operatorSettings>): Operator {
  return {
    name: values.OPERATOR_NAME ?? null,
    address: values.OPERATOR_ADDRESS ?? null,
    governingLaw: values.GOVERNING_LAW ?? null,
    contactEmail: values.CONTACT_EMAIL ?? null,
    logDays: values.LOG_RETENTION_DAYS ?? null,
    backupDays: values.BACKUP_RETENTION_DAYS ?? null,
  }
}
