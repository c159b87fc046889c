/** The site map: every page, and its links. Handlers and files: `api-routes.ts`. */

import type { LoginMode, LoginNotice } from './login-notice'
import { type SitePath, sitePath } from './site-path'

export type { SitePath } from './site-path'

type LoginAs = { mode: LoginMode; next?: SitePath | undefined; notice?: LoginNotice | undefined }

/** Page paths. Braces mark a parameter. */
export const paths = {
  home: '/',
  login: '/login',
  terms: '/terms',
  contact: '/contact',
  privacy: '/privacy',
  app: '/app',
  account: '/app/account',
  authSuccess: '/auth/success',
  authAction: '/auth/action',
  silentRefresh: '/auth/silent-refresh',
  debugConfig: '/debug-config',
} as const

/** Builds every link and redirect to a page. */
export const routes = {
  home: sitePath(paths.home),
  login: sitePath(paths.login),
  terms: sitePath(paths.terms),
  contact: sitePath(paths.contact),
  privacy: sitePath(paths.privacy),
  app: sitePath(paths.app),
  account: sitePath(paths.account),
  /** Opens the form that verifies or changes the address. */
  accountEmail: sitePath(`${paths.account}#email`),
  /** Where ways to sign in are added. */
  accountSignIn: sitePath(`${paths.account}#sign-in-and-security`),
  debugConfig: sitePath(paths.debugConfig),
  loginThen: (next: SitePath, notice?: LoginNotice) => sitePath(paths.login, { next, notice }),
  createAccount: sitePath(paths.login, { mode: 'create' }),
  /** The page in one of its modes. */
  loginAs: ({ mode, next, notice }: LoginAs) =>
    sitePath(paths.login, {
      mode: mode === 'sign-in' ? undefined : mode,
      next,
      notice,
    }),
  /** Home after a sign-out, which it confirms once. */
  signedOut: sitePath(paths.home, { 'signed-out': '1' }),
  signedOutEverywhere: sitePath(paths.login, { notice: 'signed-out-everywhere' }),
  /** Where a user ends up after deleting their account. */
  accountDeleted: sitePath(paths.login, { notice: 'deleted' }),
  authSuccess: (next: SitePath) => sitePath(paths.authSuccess, { next }),
  /** The same for a user whose account a stranger may have used, and shared this many notes of. */
  accountSecured: (next: SitePath, endedLinks: number) =>
    sitePath(paths.authSuccess, { next, secured: String(endedLinks) }),
  /** The same for a user whose address somebody had changed. */
  addressPutBack: (next: SitePath) => sitePath(paths.authSuccess, { next, 'put-back': '1' }),
  /** The page of links in emails; the provider adds mode and code. */
  authAction: (next?: SitePath) => sitePath(paths.authAction, { next }),
  /** The same with the code removed. */
  authActionRead: (mode: string, next: SitePath) => sitePath(paths.authAction, { mode, next }),
  silentRefresh: (next: SitePath) => sitePath(paths.silentRefresh, { next }),
  /** Where `/api/contact` redirects without a contact address: a `:target` on the contact page. */
  contactMissing: sitePath(`${paths.contact}#no-address`),
} as const

/** Whether a prerendered page is at this path. Not by the table of pages, which few pages load. */
export function isStaticPage(path: string): path is SitePath {
  return staticPaths.includes(path)
}

const staticPaths: readonly string[] = [paths.home, paths.terms, paths.contact, paths.privacy]
