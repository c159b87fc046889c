import type { Rule } from '../source'

const product = /^((app|components|lib|scripts|public)\/|[\w.-]+\.tsx?$)/

/** A copy of the site has another name: its name stands in `lib/site/brand.ts` alone. Tests, documents and what is stored have ours. */
export const oneBrand: Rule = {
  name: 'nothing but lib/site/brand.ts names the site',
  find: (files) =>
    files
      .filter(({ path }) => product.test(path) && path !== 'lib/site/brand.ts')
      .filter(({ source }) => source.includes('Foyer'))
      .map(({ path }) => ({ path, detail: 'says Foyer: use brand.name, or words that need no name' })),
  example: { path: 'components/layout/header.tsx', source: '/** The header of Foyer. */' },
}
