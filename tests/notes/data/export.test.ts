import { beforeAll, expect, test } from 'vitest'
import { exportRows } from '@/lib/server/account/export'
import { openDatabase } from '@/lib/server/database/connection'
import { setUpPostgres } from '../../database/setup'
import { addRows, createNote } from './fixtures'

setUpPostgres()
beforeAll(openDatabase)

test('an export has the words of notes, also of those in the trash', async () => {
  await addRows('person-ada')
  let text = ''
  for await (const part of await exportRows('person-ada', {})) text += part
  for (const words of ['words of', 'deleted by']) expect(text).toContain(`${words} person-ada`)
})

test('an export that breaks off anywhere is not valid JSON', async () => {
  const userId = 'person-with-many'
  for (let n = 0; n < 30; n++) await createNote(userId, `line "one"\nline two ${n}`)
  const parts: string[] = []
  for await (const part of await exportRows(userId, { displayName: null })) parts.push(part)
  expect(parts.length).toBeGreaterThan(30)
  expect(JSON.parse(parts.join('')).notes).toHaveLength(30)
  for (let length = 1; length < parts.length; length++)
    expect(() => JSON.parse(parts.slice(0, length).join(''))).toThrow(SyntaxError)
})
