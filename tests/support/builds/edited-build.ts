/**
 * The site as its next build would be, and with pages that fail: built once a run. One build, as each takes half a
 * minute, and neither change is in the way of the other.
 */
import { createOnce } from '../run'
import { brokenEdits, brokenPages } from './broken-pages'
import { buildEditedCopy } from './edited-copy'
import { nextEdits } from './next-build'

/** Its folder; it goes with the run. */
export function editedBuild(): Promise<string> {
  return createOnce('edited-build', (folder) =>
    buildEditedCopy({
      folder,
      edits: [...brokenEdits, ...nextEdits, mappedPages],
      additions: brokenPages,
    }),
  )
}

/** The site map knows the pages of both. */
const mappedPages = {
  file: 'lib/site/pages.ts',
  found:
    "  { name: 'auth-silent-refresh', pattern: paths.silentRefresh, rendering: 'dynamic', guard: 'none' },\n",
  replacement: `  { name: 'auth-silent-refresh', pattern: paths.silentRefresh, rendering: 'dynamic', guard: 'none' },
  { name: 'broken', pattern: '/broken/{place}', rendering: 'dynamic', guard: 'none' },\n`,
}
