import button from '@/components/ui/button.module.css'
import field from '@/components/ui/field.module.css'
import { apiRoutes } from '@/lib/site/api-routes'
import styles from './notes.module.css'

/** Writes a note without scripts. `id` is new on each page, so a form sent twice makes one note. */
export function UnscriptedNote({ id, userId }: { id: string; userId: string }) {
  return (
    <noscript>
      <form method="post" action={apiRoutes.newNote} className={styles.unscripted}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="userId" value={userId} />
        <label className={field.field}>
          Title
          <input name="title" dir="auto" className={field.input} />
        </label>
        <label className={field.field}>
          Note
          <textarea name="text" dir="auto" rows={6} className={field.input} />
        </label>
        <button type="submit" className={button.primary}>
          Save
        </button>
      </form>
    </noscript>
  )
}
