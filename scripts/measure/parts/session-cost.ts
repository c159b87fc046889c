/**
 * What a signed-in request costs before its page begins: the middleware judges the cookie, the page judges it again
 * and looks up its row. The site's own functions, alone in a process, so that all it uses is theirs: the CPU time
 * of all its threads, as signatures are checked on one of the others.
 */
import * as v from 'valibot'
import { closeDatabase, findSession, openDatabase, tokenHashOf } from '../../../lib/server/database/database'
import { checkSession, type SessionIssuer } from '../../../lib/session/token'
import { parseInput } from '../part'

const input = v.object({
  projectId: v.string(),
  keysUrl: v.string(),
  cookie: v.string(),
  unsignedCookie: v.string(),
  batches: v.number(),
})

/**
 * As many at a time as the load has connections. One by one, the process would sleep while another thread checks a
 * signature, and pay for waking up, which a site with visitors does not.
 */
const atOnce = 16
const callsEach = 13
/** Until the compiler knows the code. */
const warmUpBatches = 10

async function measureCost(): Promise<void> {
  const { cookie, unsignedCookie, batches, ...issuer } = parseInput(input)
  await openDatabase()
  const costs = {
    verificationMs: await medianCpuMs(batches, () => verify(cookie, { ...issuer, emulated: false })),
    lookupMs: await medianCpuMs(batches, () => lookUp(cookie)),
    requestMs: await medianCpuMs(batches, () => request(cookie, { ...issuer, emulated: false })),
    emulatedRequestMs: await medianCpuMs(batches, () =>
      request(unsignedCookie, { ...issuer, emulated: true }),
    ),
  }
  await closeDatabase()
  console.log(JSON.stringify(costs))
}

async function request(cookie: string, issuer: SessionIssuer): Promise<void> {
  await verify(cookie, issuer)
  await verify(cookie, issuer)
  await lookUp(cookie)
}

async function verify(cookie: string, issuer: SessionIssuer): Promise<void> {
  const { status } = await checkSession(cookie, issuer)
  if (status !== 'valid') throw new Error(`The cookie is ${status}.`)
}

async function lookUp(cookie: string): Promise<void> {
  if (!(await findSession(tokenHashOf(cookie)))) throw new Error('The session has no row.')
}

async function medianCpuMs(batches: number, work: () => Promise<void>): Promise<number> {
  for (let batch = 0; batch < warmUpBatches; batch++) await cpuMs(work)
  const measured: number[] = []
  for (let batch = 0; batch < batches; batch++) measured.push(await cpuMs(work))
  const [median = Number.NaN] = measured.sort((a, b) => a - b).slice(Math.floor(batches / 2))
  return median
}

/** The CPU time of one call, as the mean of 208: of less the clock says little. */
async function cpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  const callOneByOne = async () => {
    for (let call = 0; call < callsEach; call++) await work()
  }
  await Promise.all(Array.from({ length: atOnce }, callOneByOne))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / (atOnce * callsEach)
}

void measureCost()
