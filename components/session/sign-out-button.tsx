'use client'
import { leaveFor, unexpectedWords, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import { signOut, stillSignedIn } from '@/lib/browser/session/ending'
import type { PublicConfig } from '@/lib/config/config'
import { routes } from '@/lib/site/routes'
import { useUnsavedWarning } from './unsaved-warning'

/** Ends the session. If the server can't be reached it says that the session is still there. */
export function SignOutButton({ config }: { config: PublicConfig }) {
  const { mayLoseDrafts, dialog } = useUnsavedWarning()
  const { isBusy, problem, run } = useAction<string>(unexpectedWords)

  async function leave() {
    if (!(await mayLoseDrafts())) return
    await run(async () => ((await signOut(config)) ? leaveFor(routes.signedOut) : { problem: stillSignedIn }))
  }

  return (
    <>
      <Button onClick={leave} isBusy={isBusy}>
        {isBusy ? 'Signing out…' : 'Sign out'}
      </Button>
      <p role="alert">{problem}</p>
      {dialog}
    </>
  )
}
