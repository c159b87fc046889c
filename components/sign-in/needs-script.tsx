import message from '@/components/ui/message.module.css'

/** For whoever has no scripts. */
export function NeedsScript() {
  return (
    <p className={`${message.note} ${message.needsScript}`}>
      Sign-in needs JavaScript. Turn it on for this site and reload the page.
    </p>
  )
}
