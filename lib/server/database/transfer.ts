import 'server-only'
/** What becomes of a backup or a restore. */
import type { RowCounts } from './backup-format'
import { isBackupRefused, isDatabaseUnavailable, isDatabaseUnusable } from './faults'

export type Transfer =
  | { status: 'done'; rows: RowCounts }
  /** In words for the person. Nothing was changed. */
  | { status: 'refused'; problem: string }

/** Does the work, and says in words what only a person can mend. */
export async function describeTransfer(work: () => Promise<RowCounts>): Promise<Transfer> {
  try {
    return { status: 'done', rows: await work() }
  } catch (error) {
    if (isDatabaseUnavailable(error)) return { status: 'refused', problem: 'The database cannot be reached.' }
    if (isBackupRefused(error) || isDatabaseUnusable(error))
      return { status: 'refused', problem: error.message }
    throw error
  }
}
