/** What most parts measure: Foyer, and a bare app with pages of the same size. */
import { paths } from '@/lib/site/routes'
import { type BareApp, buildBarePages } from './bare-pages'
import { pageBytes, type Target } from './load'
import { type Foyer, type Server, startBare, startFoyer } from './servers'

export type MeasuredPage = { path: string; isDynamic: boolean; needsSession: boolean }

const staticPage = { isDynamic: false, needsSession: false }

export const measuredPages: readonly MeasuredPage[] = [
  ...[paths.home, paths.terms, paths.privacy, paths.contact].map((path) => ({ path, ...staticPage })),
  { path: paths.login, isDynamic: true, needsSession: false },
  ...[paths.app, paths.account].map((path) => ({ path, isDynamic: true, needsSession: true })),
]

export type Bench = {
  foyer: Foyer
  app: BareApp
  /** The page of Foyer, and the bare one of its size. */
  pairOf(path: string): { own: Target; bare: Target }
  close(): Promise<void>
}

/** Starts Foyer, builds the bare app to its sizes, and starts it. */
export async function startBench(): Promise<Bench> {
  const cleanups: (() => unknown)[] = []
  const close = async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp()
  }
  try {
    const foyer = await startFoyer()
    cleanups.push(foyer.stop)
    const ownOf = ({ path, needsSession }: MeasuredPage): Target => ({
      server: foyer,
      path,
      cookie: needsSession ? foyer.cookie : undefined,
    })
    const wanted = []
    for (const page of measuredPages) wanted.push({ ...page, htmlBytes: await pageBytes(ownOf(page)) })
    const app = await buildBarePages(wanted)
    cleanups.push(app.remove)
    const bare: Server = await startBare(app.folder)
    cleanups.push(bare.stop)
    const pairOf = (path: string) => {
      const page = measuredPages.find((known) => known.path === path)
      if (!page) throw new Error(`${path} is not measured`)
      return { own: ownOf(page), bare: { server: bare, path } }
    }
    return { foyer, app, pairOf, close }
  } catch (error) {
    await close()
    throw error
  }
}
