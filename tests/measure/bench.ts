/** What most parts measure: Foyer, and a bare app with pages as large as its own. */
import { paths } from '@/lib/site/routes'
import { type BareApp, buildBarePages } from './bare-pages'
import { pageBytes, type Target } from './load'
import { type Foyer, type Server, startBare, startFoyer } from './servers'

export type MeasuredPage = { path: string; isDynamic: boolean; needsSession: boolean }

export const measuredPages: readonly MeasuredPage[] = [
  ...[paths.home, paths.terms, paths.privacy, paths.contact].map((path) => ({
    path,
    isDynamic: false,
    needsSession: false,
  })),
  { path: paths.login, isDynamic: true, needsSession: false },
  ...[paths.app, paths.account].map((path) => ({ path, isDynamic: true, needsSession: true })),
]

export type Bench = {
  foyer: Foyer
  app: BareApp
  /** The page of Foyer, and the bare one as large. */
  pairOf(path: string): { own: Target; bare: Target }
  close(): Promise<void>
}

/** Starts Foyer, builds the bare app to its sizes, and starts it. */
export async function startBench(): Promise<Bench> {
  const opened: { close(): unknown }[] = []
  const close = async () => {
    for (const { close: closeIt } of opened.reverse()) await closeIt()
  }
  try {
    const foyer = await startFoyer()
    opened.push({ close: foyer.stop })
    const ownOf = ({ path, needsSession }: MeasuredPage): Target => ({
      server: foyer,
      path,
      cookie: needsSession ? foyer.cookie : undefined,
    })
    const wanted = []
    for (const page of measuredPages) wanted.push({ ...page, htmlBytes: await pageBytes(ownOf(page)) })
    const app = await buildBarePages(wanted)
    opened.push({ close: app.remove })
    const bare: Server = await startBare(app.folder)
    opened.push({ close: bare.stop })
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
