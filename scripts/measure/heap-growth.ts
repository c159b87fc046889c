/** Whether requests leave something behind in the memory of the site. */
import { projectFolder } from '../start/project'
import type { Shutdown } from '../start/shutdown'
import { showProgress } from '../start/terminal'
import type { MeasuredSession } from './measured-session'
import { type MeasuredSite, openMeasuredSite, type Usage } from './measured-site'
import { tableRow } from './table'

/** How much more the heap may hold after all requests than after the first fifth of them. */
const heapBudgetBytes = 5 * 1024 * 1024

type Measurement = { session: MeasuredSession; requests: number; shutdown: Shutdown }

/** Prints what the heap holds on the way to so many requests; returns what is wrong with it. */
export async function measureHeapGrowth({ session, requests, shutdown }: Measurement): Promise<string[]> {
  const site = await openMeasuredSite(projectFolder, session, shutdown)
  const first = Math.round(requests / 5)
  console.log('\nMB in memory after a forced collection')
  console.log(tableRow(['', 'requests', 'heap', 'besides']))
  const early = await usageAfter(site, { more: first, total: first })
  const late = await usageAfter(site, { more: requests - first, total: requests })
  const growth = late.heapBytes - early.heapBytes
  const besides = late.externalBytes - early.externalBytes
  console.log(tableRow(['growth', '', megabytes(growth), megabytes(besides)]))
  if (growth <= heapBudgetBytes) return []
  return [`The heap grew by ${megabytes(growth)} MB, more than ${megabytes(heapBudgetBytes)}.`]
}

async function usageAfter(
  site: MeasuredSite,
  { more, total }: { more: number; total: number },
): Promise<Usage> {
  await showProgress(`Sending ${more} requests`, () => site.send({ requests: more }))
  const usage = await site.usage()
  console.log(tableRow(['', total, megabytes(usage.heapBytes), megabytes(usage.externalBytes)]))
  return usage
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(2)
}
