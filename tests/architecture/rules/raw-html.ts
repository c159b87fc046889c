/** Few files show HTML that React doesn't escape: their text is ours, or rendered safely. */
import ts from 'typescript'
import { eachModule, isTest, nodesOf, type Rule } from '../source'

const places: Readonly<Record<string, string>> = {
  'app/layout.tsx': 'the consent script, a constant of ours',
  'components/errors/failure.tsx': 'reads what the page already shows, to keep it for bots',
  'components/errors/server-error.tsx': 'shows that again',
  'components/notes/rendered.tsx': 'what lib/server/notes/markdown rendered',
}

/** What turns a string into HTML, in React and in browsers. */
const makers =
  /^(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment|srcDoc|srcdoc)$/

/** Only the files above turn a string into HTML. */
export const rawHtml: Rule = eachModule((file) => {
  if (isTest(file.path) || file.path in places) return []
  const isMaker = (node: ts.Node): node is ts.Node =>
    (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && makers.test(node.text)
  return nodesOf(file, isMaker).map((node) => `makes HTML of a string: ${node.getText()}`)
})
