/** How fast the account page is, with the check of the session and without. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { routes } from '../../lib/site/routes'
import { projectFolder } from '../start/project'
import type { Shutdown } from '../start/shutdown'
import { showProgress } from '../start/terminal'
import { buildEditedCopy } from './edited-copy'
import { measuredEnvironment } from './environment'
import type { MeasuredSession } from './measured-session'
import { connections, type MeasuredSite, openMeasuredSite } from './measured-site'
import { tableRow } from './table'
import { withoutCheck } from './unchecked-site'

type Measurement = { session: MeasuredSession; seconds: number; shutdown: Shutdown }

/** Both under the same load, one after the other and back again, so that noise of the machine meets both. */
export async function measureSpeeds({ session, seconds, shutdown }: Measurement): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'foyer-unchecked-'))
  shutdown.open(() => ({ close: () => rm(folder, { recursive: true, force: true }) }))
  await showProgress('Building the site without its check', async () =>
    buildEditedCopy({
      edits: withoutCheck,
      projectFolder,
      folder,
      environment: measuredEnvironment(session, { DATA_DIR: folder }),
    }),
  )
  const checked = await openMeasuredSite(projectFolder, session, shutdown)
  const unchecked = await openMeasuredSite(folder, session, shutdown)
  await requireSamePage(checked, unchecked, session.cookie)

  const speedOf = (site: MeasuredSite, words: string) =>
    showProgress(`Load for ${seconds} s, ${words}`, () => measureSpeed(site, seconds))
  for (const site of [checked, unchecked]) await measureSpeed(site, seconds / 3)
  const [with1, without1] = [await speedOf(checked, 'with the check'), await speedOf(unchecked, 'without')]
  const [without2, with2] = [await speedOf(unchecked, 'without'), await speedOf(checked, 'with the check')]

  console.log(`\n${routes.app} on ${connections} connections`)
  console.log(tableRow(['', 'requests/s', 'median ms', 'CPU ms each']))
  for (const speed of [with1, with2]) console.log(speedRow('checked', speed))
  for (const speed of [without1, without2]) console.log(speedRow('unchecked', speed))
  const ratio = (with1.perSecond + with2.perSecond) / (without1.perSecond + without2.perSecond)
  console.log(tableRow(['ratio', ratio.toFixed(3)]))
}

/** Requests a second, and of one request the median time and what it took of the server's CPU. */
type Speed = { perSecond: number; medianMs: number; cpuMs: number }

async function measureSpeed(site: MeasuredSite, seconds: number): Promise<Speed> {
  const before = await site.usage()
  const { answers, seconds: taken, medianMs } = await site.send({ seconds })
  const after = await site.usage()
  return { perSecond: answers / taken, medianMs, cpuMs: (after.cpuMsBefore - before.cpuMsAfter) / answers }
}

function speedRow(name: string, { perSecond, medianMs, cpuMs }: Speed): string {
  return tableRow([name, perSecond.toFixed(1), medianMs.toFixed(1), cpuMs.toFixed(3)])
}

/** One lets nobody in without a cookie, the other everybody, and both show the same. */
async function requireSamePage(
  checked: MeasuredSite,
  unchecked: MeasuredSite,
  cookie: string,
): Promise<void> {
  const [withoutCookie, letIn] = [await checked.visit(null), await unchecked.visit(null)]
  if (withoutCookie.status !== 307 || letIn.status !== 200)
    throw new Error(`Without a cookie the sites answered ${withoutCookie.status} and ${letIn.status}.`)
  const words = wordsOf((await checked.visit(cookie)).html)
  if (words === '' || words !== wordsOf(letIn.html)) throw new Error('The two sites show different pages.')
}

/** What a reader sees of a page. */
function wordsOf(html: string): string {
  const body = html.replace(/^.*?<main/s, '<main').replace(/<script\b.*?<\/script>/gs, '')
  return body
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
