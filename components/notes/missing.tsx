import prose from '@/components/ui/prose.module.css'
import { noteRoutes } from '@/lib/site/note-routes'
import { routes } from '@/lib/site/routes'

/** Where no note of this person is. */
export function NoteMissing() {
  return (
    <article>
      <h1>There’s no note here</h1>
      <p className={prose.lead}>It may have been deleted, or belong to another account.</p>
      <p>
        Look in <a href={noteRoutes.trash()}>the trash</a> or go to <a href={routes.app}>your notes</a>.
      </p>
    </article>
  )
}
