/** A container with the embedded database on a volume, which survives the container and which another one backs up. */
import assert from 'node:assert/strict'
import { callNotes, putNote, readJson, signIn } from '../support/note-calls'
import type { Bench, Report } from './bench'

const noteId = 'b4f8a9de-4d0c-4b43-8d5e-7c9f0a1b2c3d'
/** More than with PostgreSQL, as the first start creates the files. */
const megabytes = 1_536

export async function tryEmbedded(bench: Bench, say: Report): Promise<void> {
  const first = await bench.open({ megabytes, settings: {} })
  say('embedded database', `started in ${(await first.secondsUntilReady()).toFixed(1)} s, with 1,536 MB`)
  const person = await signIn(first)
  await readJson(putNote(first, person, noteId, { text: 'on a volume' }))
  await first.close()
  const command = ['npm', 'run', 'backup', '--', '/data/embedded.jsonl.gz']
  const backup = await bench.open({ megabytes, settings: {}, command })
  const { code, stderr } = await backup.ended
  assert.equal(code, 0, stderr)
  const second = await bench.open({ megabytes, settings: {} })
  await second.secondsUntilReady()
  assert.equal((await readJson(callNotes(second, person, 'GET', noteId))).note.text, 'on a volume')
  await second.close()
  say('its volume', 'is backed up, and serves the next container')
}
