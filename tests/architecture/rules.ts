/** Foyer's architecture as assertions: what isn't asserted isn't a rule. */
import { clientComponents, clientOnlyFirst, serverOnlyFirst } from './rules/borders'
import { browserStorage } from './rules/browser-storage'
import { changingText } from './rules/changing-text'
import { environmentExample, environmentReaders } from './rules/environment'
import { fileLength, fileNames, namedExports, noEmptyCatch, oneName } from './rules/files'
import { imports, singleEntryPoint } from './rules/imports'
import { moduleState } from './rules/module-state'
import { patches } from './rules/patches'
import { pressedKeys } from './rules/pressed-keys'
import { rawHtml } from './rules/raw-html'
import { noCycles, rows, rowsFollowOrder } from './rules/rows'
import { pathsFromRoutes, siteMap } from './rules/site-map'
import { testNames } from './rules/test-names'
import { connectionState, ownTransaction } from './rules/transactions'
import { oneModulePerVendor } from './rules/vendors'
import type { Finding, Rule, SourceFile } from './source'

/** Each rule by the name of its folder in `violations/`, whose files break it. */
export const rules = {
  imports,
  rows,
  'row-order': rowsFollowOrder,
  'no-cycles': noCycles,
  'single-entry-point': singleEntryPoint,
  'one-module-per-vendor': oneModulePerVendor,
  'server-only-first': serverOnlyFirst,
  'client-only-first': clientOnlyFirst,
  'client-components': clientComponents,
  'browser-storage': browserStorage,
  'environment-readers': environmentReaders,
  'environment-example': environmentExample,
  'module-state': moduleState,
  'own-transaction': ownTransaction,
  'connection-state': connectionState,
  patches,
  'raw-html': rawHtml,
  'changing-text': changingText,
  'pressed-keys': pressedKeys,
  'paths-from-routes': pathsFromRoutes,
  'site-map': siteMap,
  'file-names': fileNames,
  'named-exports': namedExports,
  'one-name': oneName,
  'no-empty-catch': noEmptyCatch,
  'test-names': testNames,
  'file-length': fileLength,
} satisfies Record<string, Rule>

export type RuleName = keyof typeof rules

export type Violation = Finding & { rule: RuleName }

export const ruleNames = Object.keys(rules) as RuleName[]

/** Every violation of every rule in a tree of files. */
export function violationsIn(files: readonly SourceFile[]): Violation[] {
  return ruleNames.flatMap((rule) => rules[rule](files).map((finding) => ({ rule, ...finding })))
}
