/** Whether the legal pages and the contact page name the operator. */
import type { Operator } from '../../lib/config/operator'
import { type DoctorContext, type Finding, ok, warning } from './finding'

/** In production only. */
export function examineOperator({ config, isProduction }: DoctorContext): Finding[] {
  if (!isProduction) return []
  const { operator } = config.public
  return [examineContact(operator), examineLegalPages(operator)]
}

function examineContact({ contactEmail }: Operator): Finding {
  if (contactEmail) return ok('Contact', contactEmail)
  const words = '/contact has no address, and nobody can report a shared note or ask for their data'
  return warning('Contact', `${words}. Set CONTACT_EMAIL`)
}

function examineLegalPages(operator: Operator): Finding {
  const needed = {
    OPERATOR_NAME: operator.name,
    OPERATOR_ADDRESS: operator.address,
    GOVERNING_LAW: operator.governingLaw,
    LOG_RETENTION_DAYS: operator.logDays,
    BACKUP_RETENTION_DAYS: operator.backupDays,
  }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === null ? name : []))
  if (missing.length === 0) return ok('Legal pages', `${operator.name}, ${operator.address}`)
  return warning('Legal pages', `/privacy and /terms lack what only you know. Set ${missing.join(', ')}`)
}
