import prose from '@/components/ui/prose.module.css'

/** Identifies the error in the server's log. */
export function Reference({ reference }: { reference: string | null }) {
  if (!reference) return null
  return (
    <p className={prose.reference}>
      If you contact us, include this reference: <code>{reference}</code>
    </p>
  )
}
