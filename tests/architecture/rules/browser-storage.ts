/** What is kept in a browser is in `lib/consent/inventory.ts`: so it is kept in few places. */
import ts from 'typescript'
import { eachModule, isTest, nodesOf, type Rule } from '../source'

const keepers = [
  'lib/browser/storage.ts',
  'lib/browser/theme.ts',
  'lib/browser/errors/chunk-reload.ts',
  'lib/browser/consent/consent.ts',
  'lib/browser/consent/choice.ts',
  'lib/browser/consent/cookies.ts',
  'lib/browser/notes/draft-watch.ts',
  'lib/browser/notes/drafts.ts',
  'lib/browser/session/last-used.ts',
  'lib/browser/session/redirect.ts',
  'lib/browser/session/sign-out.ts',
  'lib/browser/identity/identity.ts',
  'lib/browser/email-link/address.ts',
]

const stores = ['localStorage', 'sessionStorage', 'indexedDB', 'cookieStore', 'caches']

/** Whoever keeps something in a browser is named here, and what he keeps in the inventory. */
export const browserStorage: Rule = eachModule((file) => {
  if (keepers.includes(file.path) || isTest(file.path)) return []
  const isStore = (node: ts.Node): node is ts.Node => namesStore(node) || isDocumentCookie(node)
  return nodesOf(file, isStore).map((node) => `keeps something in the browser: ${node.getText()}`)
})

function namesStore(node: ts.Node): boolean {
  return (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && stores.includes(node.text)
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
