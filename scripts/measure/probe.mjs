/**
 * Loaded into the measured site with `NODE_OPTIONS=--import=<url of this file>?report=<file>`: at SIGUSR2 it
 * collects all garbage and writes what the process uses. Nothing in the site knows of it.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'

const report = fileURLToPath(new URL(import.meta.url).searchParams.get('report'))
v8.setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

process.on('SIGUSR2', async () => {
  const cpuMsBefore = cpuMs()
  // What a collection sets free may let go of more when its callbacks have run.
  for (let round = 0; round < 4; round++) {
    collectGarbage()
    await pause(100)
  }
  const { heapUsed, external } = process.memoryUsage()
  const usage = { heapBytes: heapUsed, externalBytes: external, cpuMsBefore, cpuMsAfter: cpuMs() }
  writeFileSync(`${report}-fresh`, JSON.stringify(usage))
  renameSync(`${report}-fresh`, report)
})

function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
