/**
 * Everything stored in a browser is in `lib/consent/inventory.ts`, so few files store anything; and browsers may refuse it, so
 * one file accesses storage.
 */
import ts from 'typescript'
import { eachModule, isTest, nodesOf, type Rule } from '../source'

const keepers = [
  'lib/browser/theme.ts',
  'lib/browser/errors/chunk-reload.ts',
  'lib/browser/consent/consent.ts',
  'lib/browser/notes/draft-watch.ts',
  'lib/browser/notes/drafts.ts',
  'lib/browser/notes/shortcuts.ts',
  'lib/browser/passkeys/hint.ts',
  'lib/browser/identity/stores.ts',
  'lib/browser/session/hint.ts',
  'lib/browser/session/last-used.ts',
  'lib/browser/session/proof.ts',
  'lib/browser/session/redirect.ts',
  'lib/browser/session/ending.ts',
  'lib/browser/email-link/link-request.ts',
]

/** These access what a browser may refuse. */
const guards = ['lib/browser/site-data.ts', 'lib/browser/consent/choice.ts']
const refusable = [
  ...['localStorage', 'sessionStorage', 'indexedDB', 'cookieStore', 'caches'],
  ...['BroadcastChannel', 'locks', 'serviceWorker'],
]
const guarded = ['tryStorage']

/** Only the files above store anything in a browser. */
export const browserStorage: Rule = eachModule((file) => {
  if (guards.includes(file.path) || isTest(file.path)) return []
  const asks = (node: ts.Node): node is ts.Node =>
    names(refusable, node) || isDocumentCookie(node) || (!keepers.includes(file.path) && names(guarded, node))
  return nodesOf(file, asks).map((node) => `keeps something in the browser: ${node.getText()}`)
})

function names(what: readonly string[], node: ts.Node): boolean {
  return (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && what.includes(node.text)
}

function isDocumentCookie(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'cookie' && isDocument(node.expression)
  return (
    ts.isElementAccessExpression(node) &&
    ts.isStringLiteralLike(node.argumentExpression) &&
    node.argumentExpression.text === 'cookie' &&
    isDocument(node.expression)
  )
}

function isDocument(node: ts.Node): boolean {
  return /(^|\.)document$/.test(node.getText())
}
