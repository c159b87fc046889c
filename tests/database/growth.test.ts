import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newNoteId } from '@/lib/notes/note'
import { closeDatabase, findNoteRow, openDatabase, storeNote } from '@/lib/server/database/database'
import { createDataDir } from '../support/data-dir'

let folder = ''

beforeAll(async () => {
  folder = await createDataDir()
  process.env.DATA_DIR = folder
  delete process.env.DATABASE_URL
  expect(await openDatabase()).toEqual({ status: 'open' })
}, 120_000)

afterAll(async () => {
  await closeDatabase()
  await rm(folder, { recursive: true })
})

const megabyte = 1024 * 1024

async function usedMegabytes(): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))))
  return sizes.reduce((sum, { size }) => sum + size, 0) / megabyte
}

test('one note, saved 45 times with other words, takes no more room than a few, and is the last saved', async () => {
  const note = { id: newNoteId(), userId: 'ada' }
  const text = () => randomBytes(48 * 1024).toString('base64')
  const before = await usedMegabytes()
  let last = ''
  for (let save = 0; save < 45; save++) {
    last = text()
    await storeNote({ ...note, title: '', text: last, base: save || null, now: new Date() })
  }
  // About 60 MB were written to the log, most of it for the index of the words.
  expect((await usedMegabytes()) - before).toBeLessThan(50)
  expect(await findNoteRow(note.id, 'ada')).toMatchObject({ text: last, version: 45 })
}, 120_000)
