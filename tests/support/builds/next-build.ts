/** The site's next build: another ID, other words, and other code in a chunk that is loaded late. */
import type { Edit } from './edited-copy'

export const nextBuildId = 'the-next-build'

export const nextEdits: readonly Edit[] = [
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
