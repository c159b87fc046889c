/** Broken rules of notes. */
import type { Line } from './mutation'

const limits = 'lib/notes/limits.ts'

export const notes: readonly Line[] = [
  [
    'writes of a signed-in person',
    limits,
    'byteLength(text) > maxTextBytes',
    'text.length > maxTextBytes',
    'notes/notes',
  ],
  [
    'writes of a signed-in person',
    'lib/server/notes/notes.ts',
    'usage.count >= maxNotes',
    'false',
    'database/store-postgres',
  ],
  [
    'notes that a person opens',
    'lib/server/notes/markdown.ts',
    'maxCells = 20_000',
    'maxCells = 20_000_000',
    'notes/markdown',
  ],
  [
    'searches of a signed-in person',
    'lib/notes/fold.ts',
    '2 * text.length + slack',
    'Infinity',
    'notes/fold',
  ],
  ['3.2.2', 'lib/server/notes/markdown.ts', 'html: false', 'html: true', 'notes/xss'],
  ['S46', limits, 'maxTitleLength = 200', 'maxTitleLength = 2_000', 'notes/notes'],
  ['S165', limits, "title.trim() === '' && text.trim() === ''", 'false', 'notes/notes'],
  [
    ['S3–S4', 'S101'],
    'app/api/notes/[id]/route.ts',
    'saveNote(session, { id, base, ...written }',
    'saveNote(session, { id, base: null, ...written }',
    'notes/endpoint',
  ],
  [
    'S78',
    'lib/server/notes/list.ts',
    '.where(and(eq(notes.userId, userId), condition))',
    '.where(condition)',
    'notes/endpoint',
  ],
  [
    'S64',
    'components/notes/note.tsx',
    'describeNoteProblem(status.problem)',
    'status.status',
    'notes/editor',
  ],
]
