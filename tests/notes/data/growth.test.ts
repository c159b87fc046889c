import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newNoteId } from '@/lib/notes/note'
import { openDatabase } from '@/lib/server/database/connection'
import { findNoteRow } from '@/lib/server/notes/notes'
import { setUpEmbedded } from '../../database/setup'
import { storeNote } from './fixtures'

const embedded = setUpEmbedded()

const megabyte = 1024 * 1024

async function usedMegabytes(): Promise<number> {
  const entries = await readdir(embedded.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))))
  return sizes.reduce((sum, { size }) => sum + size, 0) / megabyte
}

test('a note saved 250 times with other text takes no more space than a few saves', async () => {
  expect(await openDatabase()).toEqual({ status: 'open' })
  const note = { id: newNoteId(), userId: 'ada' }
  const text = () => randomBytes(48 * 1024).toString('base64')
  const before = await usedMegabytes()
  let last = ''
  for (let save = 0; save < 250; save++) {
    last = text()
    await storeNote({ ...note, title: '', text: last, base: save || null, now: new Date() })
  }
  // About 60 MB went to the log.
  expect((await usedMegabytes()) - before).toBeLessThan(50)
  expect(await findNoteRow(note.id, 'ada')).toMatchObject({ text: last, version: 250 })
}, 120_000)
