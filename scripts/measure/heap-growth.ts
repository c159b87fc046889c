/** Whether requests leave something behind in the memory of the site. */
import { projectFolder } from '../start/project'
import type { Shutdown } from '../start/shutdown'
import { showProgress } from '../start/terminal'
import type { MeasuredSession } from './measured-session'
import { openMeasuredSite } from './measured-site'
import { tableRow } from './table'

/** How much more the heap may hold after all requests than after the first fifth of them. */
const heapBudgetBytes = 5 * 1024 * 1024

type Measurement = { session: MeasuredSession; requests: number; shutdown: Shutdown }

/** Prints what the heap holds on the way to so many requests; returns what is wrong with it. */
export async function measureHeapGrowth({ session, requests, shutdown }: Measurement): Promise<string[]> {
  const site = await openMeasuredSite(projectFolder, session, shutdown)
  const first = Math.round(requests / 5)
  const early = await showProgress(`Sending ${first} requests`, async () => {
    await site.send({ requests: first })
    return site.usage()
  })
  const late = await showProgress(`Sending ${requests - first} more`, async () => {
    await site.send({ requests: requests - first })
    return site.usage()
  })
  const growth = late.heapBytes - early.heapBytes
  const besides = late.externalBytes - early.externalBytes
  console.log('\nMB in memory after a forced collection')
  console.log(tableRow(['', 'requests', 'heap', 'besides']))
  console.log(tableRow(['', first, megabytes(early.heapBytes), megabytes(early.externalBytes)]))
  console.log(tableRow(['', requests, megabytes(late.heapBytes), megabytes(late.externalBytes)]))
  console.log(tableRow(['growth', '', megabytes(growth), megabytes(besides)]))
  if (growth <= heapBudgetBytes) return []
  return [`The heap grew by ${megabytes(growth)} MB, more than ${megabytes(heapBudgetBytes)}.`]
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(2)
}
