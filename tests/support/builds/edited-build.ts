/**
 * The site's next build, with failing pages: built once a run. One build for both, as each takes half a minute.
 */
import { createOnce } from '../run'
import { brokenEdits, brokenPages } from './broken-pages'
import { buildEditedCopy, type Edit } from './edited-copy'
import { nextEdits } from './next-build'

/** The build's folder, deleted with the run. */
export function editedBuild(): Promise<string> {
  return createOnce('edited-build', (folder) =>
    buildEditedCopy({
      folder,
      edits: nextBuildEdits,
      additions: brokenPages,
    }),
  )
}

/** Adds the failing pages to the site map. */
const mappedPages: Edit = {
  file: 'lib/site/pages.ts',
  found:
    "  { name: 'auth-silent-refresh', pattern: paths.silentRefresh, rendering: 'dynamic', guard: 'none' },\n",
  replacement: `  { name: 'auth-silent-refresh', pattern: paths.silentRefresh, rendering: 'dynamic', guard: 'none' },
  { name: 'broken', pattern: '/broken/{place}', rendering: 'dynamic', guard: 'none' },\n`,
}

export const nextBuildEdits: readonly Edit[] = [...brokenEdits, ...nextEdits, mappedPages]
