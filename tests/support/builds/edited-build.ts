/**
 * The site's next build, with failing pages: built once a run. One build for both, as each takes half a minute.
 */
import { createOnce } from '../run'
import { brokenEdits, brokenPages } from './broken-pages'
import { buildEditedCopy, type Edit } from './edited-copy'

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

export const nextBuildId = 'the-next-build'

/** Another ID, other words, and other code in a chunk that is loaded late. */
const nextEdits: readonly Edit[] = [
  {
    file: 'next.config.ts',
    found: '  poweredByHeader: false,\n',
    replacement: `  poweredByHeader: false,\n  generateBuildId: () => '${nextBuildId}',\n`,
  },
  {
    file: 'app/terms/page.tsx',
    found: 'These are the terms for using this site.',
    replacement: 'These are the new terms.',
  },
  {
    file: 'components/consent/view.tsx',
    found: 'We use cookies. You can choose at the start of this page.',
    replacement: 'We use cookies. You can choose above.',
  },
]

/** Adds the failing pages to the site map. */
const mappedPages: Edit = {
  file: 'lib/site/pages.ts',
  found:
    "  { name: 'auth-silent-refresh', pattern: paths.silentRefresh, rendering: 'dynamic', guard: 'none' },\n",
  replacement: `  { name: 'auth-silent-refresh', pattern: paths.silentRefresh, rendering: 'dynamic', guard: 'none' },
  { name: 'broken', pattern: '/broken/{place}', rendering: 'dynamic', guard: 'none' },\n`,
}

export const nextBuildEdits: readonly Edit[] = [...brokenEdits, ...nextEdits, mappedPages]
