/** HTML that React doesn't escape is shown by few files, whose text no stranger writes or which is rendered for it. */
import ts from 'typescript'
import { eachModule, isTest, nodesOf, type Rule } from '../source'

const places: Readonly<Record<string, string>> = {
  'app/layout.tsx': 'the consent script, a constant of ours',
  'components/errors/failure.tsx': 'reads what the page already shows, to keep it for bots',
  'components/errors/server-error.tsx': 'shows that again',
  'components/notes/rendered.tsx': 'what lib/server/notes/markdown rendered',
}

/** Names by which a string becomes HTML, in React and in a browser. */
const makers =
  /^(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment|srcDoc|srcdoc)$/

/** A string becomes HTML in the files above only. */
export const rawHtml: Rule = eachModule((file) => {
  if (isTest(file.path) || file.path in places) return []
  const isMaker = (node: ts.Node): node is ts.Node =>
    (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && makers.test(node.text)
  return nodesOf(file, isMaker).map((node) => `makes HTML of a string: ${node.getText()}`)
})
