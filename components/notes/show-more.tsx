'use client'
import button from '@/components/ui/button.module.css'
import type { ShownNotes } from '@/lib/browser/notes/shown'
import { routes } from '@/lib/site/routes'
import { NoteFailureMessage } from './failure'
import styles from './notes.module.css'

type Props = { shown: ShownNotes; next: string; onMore: () => void }

/** Continues the list; without scripts as a page of its own. */
export function ShowMore({ shown: { search, asking, failed }, next, onMore }: Props) {
  const isBusy = asking === 'more'
  return (
    <div className={styles.more}>
      {failed?.what === 'more' && <NoteFailureMessage what="Couldn’t load more." failure={failed.failure} />}
      <a
        className={button.quiet}
        href={routes.notes({ after: next, search })}
        aria-disabled={isBusy ? true : undefined}
        onClick={(event) => {
          event.preventDefault()
          onMore()
        }}
      >
        {isBusy ? 'Loading…' : 'Show more'}
      </a>
    </div>
  )
}
