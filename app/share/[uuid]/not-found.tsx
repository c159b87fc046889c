import prose from '@/components/prose.module.css'
import { routes } from '@/lib/routes'

export default function ShareNotFound() {
  return (
    <article className={prose.prose}>
      <h1>Nothing is shared here</h1>
      <p className={prose.lead}>The link may be incomplete, or its owner has stopped sharing.</p>
      <p>
        <a href={routes.app}>Go to your account</a>
      </p>
    </article>
  )
}
