/**
 * The site as its next build would be, and with pages that fail: built once a run. One build, as each takes half a
 * minute, and neither change is in the way of the other.
 */
import { buildEditedCopy } from '@/scripts/measure/edited-copy'
import { madeOnce } from '../run'
import { buildEnvironment } from '../site'
import { brokenEdits, brokenPages } from './broken-pages'
import { nextEdits, nextPages } from './next-build'

/** Its folder; it goes with the run. */
export function editedBuild(): Promise<string> {
  return madeOnce('edited-build', (folder) =>
    buildEditedCopy({
      projectFolder: process.cwd(),
      folder,
      edits: [...brokenEdits, ...nextEdits, mappedPages],
      additions: { ...brokenPages, ...nextPages },
      environment: buildEnvironment(),
    }),
  )
}

/** The site map knows the pages of both. */
const mappedPages = {
  file: 'lib/site/routes.ts',
  found:
    "  { name: 'auth-silent-refresh', pattern: paths.silentRefresh, rendering: 'dynamic', guard: 'none' },\n",
  replacement: `  { name: 'auth-silent-refresh', pattern: paths.silentRefresh, rendering: 'dynamic', guard: 'none' },
  { name: 'broken' as PageName, pattern: '/broken/{place}', rendering: 'dynamic', guard: 'none' },
  { name: 'many' as PageName, pattern: '/many', rendering: 'dynamic', guard: 'none' },
  { name: 'one' as PageName, pattern: '/many/{number}', rendering: 'dynamic', guard: 'none' },\n`,
}
