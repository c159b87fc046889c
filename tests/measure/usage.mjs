/**
 * Loaded into a measured server with `NODE_OPTIONS=--import=<url of this file>?folder=<folder>`: on SIGUSR2 it writes what
 * the process has used to a file named by its ID. It opens no socket: the site guards every server.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const folder = new URL(import.meta.url).searchParams.get('folder')
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

process.on('SIGUSR2', () => {
  const { user, system } = process.cpuUsage()
  collectGarbage()
  const { heapUsed, rss } = process.memoryUsage()
  const file = `${folder}/${process.pid}`
  writeFileSync(`${file}.new`, JSON.stringify({ cpuMs: (user + system) / 1_000, heapUsed, rss }))
  renameSync(`${file}.new`, `${file}.json`)
})
