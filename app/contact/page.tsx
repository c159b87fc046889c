import type { Metadata } from 'next'
import { ContactAddress } from '@/components/layout/contact-address'
import { OperatorFact } from '@/components/layout/operator'
import prose from '@/components/ui/prose.module.css'

export const metadata: Metadata = { title: 'Contact' }

export default function ContactPage() {
  return (
    <article className={prose.prose}>
      <h1>Contact</h1>
      <p className={prose.lead}>
        Trouble signing in, a question about your account, or something broken? Email us. Your message goes
        from your own email app to <OperatorFact fact="name">the people who run this site</OperatorFact>.
      </p>
      <ContactAddress />
      <h2>What to tell us</h2>
      <ul>
        <li>Tell us what you did and what you saw.</li>
        <li>
          Tell us when it happened, and include the reference if the page showed one. That helps us find it in
          our log.
        </li>
        <li>To report a shared note, use “Report this note” below it: the email then says which one.</li>
        <li>Never send us your password. We’ll never ask for it.</li>
      </ul>
    </article>
  )
}
