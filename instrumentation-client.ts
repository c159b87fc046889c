import { watchBuild } from '@/lib/browser/builds/watch'
import { watchErrors } from '@/lib/browser/errors/watch'
import { startNavigation } from '@/lib/browser/http/navigation'
import { finishPendingSignOut } from '@/lib/browser/identity/pending-sign-out'
import { watchDrafts } from '@/lib/browser/notes/draft-watch'

watchErrors()
watchBuild()
watchDrafts()
finishPendingSignOut()

/** Next calls this when a client-side navigation starts. */
export const onRouterTransitionStart = startNavigation
