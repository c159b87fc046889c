import prose from '@/components/ui/prose.module.css'

/** The mark under which the server's log has an error: with it somebody can look up what happened. */
export function Reference({ reference }: { reference: string | null }) {
  if (!reference) return null
  return (
    <p className={prose.reference}>
      If you write to us, add this reference: <code>{reference}</code>
    </p>
  )
}
