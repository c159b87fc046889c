/** Paths come from the site map, which lists exactly what the site has. */
import { posix } from 'node:path'
import ts from 'typescript'
import { accountRequests } from '@/lib/site/account-routes'
import { apiRoutes, buildRoutes, redirects } from '@/lib/site/api-routes'
import { endpointMethods } from '@/lib/site/endpoints'
import { pages } from '@/lib/site/pages'
import { proofRequests } from '@/lib/site/proof-routes'
import { routes } from '@/lib/site/routes'
import { eachModule, isText, nodesOf, type Rule, type SourceFile } from '../source'
import { layerOf } from './imports'

const patterns = pages.map((page) => page.pattern)
const endpoints = endpointMethods().map(([pattern]) => pattern)
const firstSegments = new Set(
  [
    ...pathsIn([routes, apiRoutes, accountRequests, proofRequests, redirects, buildRoutes]),
    ...endpoints,
    ...patterns,
  ]
    .map((path) => path.split('/')[1] ?? '')
    .filter(Boolean),
)
const ownPath = new RegExp(`^/(${[...firstSegments].join('|')})(?=[/?#]|$)`)

/** Every path of `routes`, with placeholder parameters, without query and fragment. */
function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/[?#].*/, '')]
  if (typeof value === 'function') return pathsIn(value('placeholder', 'placeholder'))
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : []
}

/**
 * Only the site map spells out paths, so a page can move. Types such as `PageProps<'/login'>` may, as Next checks them against
 * `app/`.
 */
export const pathsFromSiteMap: Rule = {
  name: 'paths come from the site map',
  find: eachModule((file) => {
    if (!layerOf(file.path) || filesOfSiteMap.test(file.path)) return []
    return nodesOf(file, isText)
      .filter((node) => !(file.path === 'middleware.ts' && isInMatcher(node)))
      .filter((node) => !ts.isLiteralTypeNode(node.parent) && isOwnPath(node))
      .map((node) => `${node.getText()} is a path: take it from lib/site/routes`)
  }),
  example: { path: 'components/layout/frame.tsx', source: "const link = '/login'" },
}

const filesOfSiteMap = /^lib\/(site\/(\w+-)?|\w+\/)routes\.ts$/

/** In a template each part counts, as in `${origin}/login`; what starts with https:// is another site's. */
function isOwnPath(node: ts.StringLiteralLike | ts.TemplateExpression): boolean {
  if (!ts.isTemplateExpression(node))
    return ownPath.test(node.text) || (node.text === '/' && isLink(node.parent))
  if (node.head.text.startsWith('https://')) return false
  return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].some((text) =>
    ownPath.test(text),
  )
}

/** A single '/' is a path only as a link; elsewhere it's a separator or a cookie's path. */
function isLink(node: ts.Node): boolean {
  if (ts.isJsxAttribute(node)) return ['href', 'action'].includes(node.name.getText())
  return (
    ts.isCallExpression(node) && /(^|\.)(redirect|permanentRedirect|assign)$/.test(node.expression.getText())
  )
}

/** Next needs literals in the matcher; `matcher.test.ts` compares it. */
function isInMatcher(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'matcher') return true
  return node.parent !== undefined && isInMatcher(node.parent)
}

/** The site map lists exactly the pages and endpoints on disk, with the methods that each exports. */
export const siteMap: Rule = {
  name: 'the site map lists what the site has',
  find: (files) => {
    const known = [
      ...patterns,
      ...endpointMethods().map(([pattern, methods]) => endpointText(pattern, methods)),
    ]
    const found = files.flatMap((file) => onDisk(file).map((text) => ({ path: file.path, text })))
    const absent = known.filter((text) => !found.some((file) => file.text === text))
    return [
      ...found
        .filter(({ text }) => !known.includes(text))
        .map(({ path, text }) => ({ path, detail: `${text} is not in lib/site` })),
      ...absent.map((text) => ({ path: 'lib/site/pages.ts', detail: `nothing in app/ answers at ${text}` })),
    ]
  },
  example: { path: 'app/hidden/page.tsx', source: '' },
}

const endpointText = (pattern: string, methods: readonly string[]) =>
  `${pattern} (${methods.toSorted().join(', ')})`

function onDisk({ path, source }: SourceFile): string[] {
  const [, folder, kind] = /^app\/(.*?)\/?(page|route)\.tsx?$/.exec(path) ?? []
  // A path that nothing else has isn't one of the site's.
  if (folder === undefined || folder.includes('[...')) return []
  if (kind === 'page') return [patternOf(folder)]
  const exported = source.matchAll(/^export (?:async )?function ([A-Z]+)\(/gm)
  return [
    endpointText(
      patternOf(folder),
      [...exported].flatMap(([, name]) => name ?? []),
    ),
  ]
}

/** `(group)/share/[uuid]` is `/share/{uuid}`; a leading underscore is encoded as %5F. */
function patternOf(folder: string): string {
  const segments = folder.split('/').filter((segment) => !/^(\(.*\)|@.*)$/.test(segment))
  return posix.join(
    '/',
    ...segments.map((segment) => decodeURIComponent(segment.replace(/^\[(.+)\]$/, '{$1}'))),
  )
}
