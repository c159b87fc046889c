/**
 * `npm run container`: builds the Dockerfile's image and runs it like a container runtime. Prints its size and speed; exits
 * with 1 at the first broken promise. Needs the programs of `requireMachine`, and a few minutes.
 */
import assert from 'node:assert/strict'
import { requireBase } from './base'
import { createBench, type Report } from './bench'
import { tryEmbedded } from './embedded'
import { buildImage, ownLayers, readConfig } from './image'
import { mebibyte } from './memory-limit'
import { requireMachine } from './programs'
import { trySite } from './site'

const maxLayerBytes = 250 * mebibyte

async function main(): Promise<void> {
  requireMachine()
  await requireBase()
  buildImage()
  const layers = ownLayers()
  const config = readConfig()
  say('layers on the base', `${layers.map(inMegabytes).join(' + ')} MB`)
  const all = layers.reduce((sum, bytes) => sum + bytes, 0)
  assert.ok(all <= maxLayerBytes, `${inMegabytes(all)} MB of layers are more than 250`)
  assert.match(config.User, /^[1-9]\d*:[1-9]\d*$/, 'the image runs as a user by number, who is not root')
  const bench = await createBench(config)
  try {
    await trySite(bench, say)
    await tryEmbedded(bench, say)
  } finally {
    await bench.close()
  }
}

const say: Report = (what, found) => {
  console.log(`${what.padEnd(36)}${found}`)
}

function inMegabytes(bytes: number): string {
  return (bytes / mebibyte).toFixed(1)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
