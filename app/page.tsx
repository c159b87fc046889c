import { Late } from '@/components/layout/late'
import button from '@/components/ui/button.module.css'
import { Doorway } from '@/components/ui/doorway'
import { SiteLink } from '@/components/ui/site-link'
import { routes } from '@/lib/site/routes'
import styles from './page.module.css'

export default function HomePage() {
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1>The front door, done well</h1>
          <p className={styles.lead}>
            Sign in with your email address and a password, stay signed in on this device, and sign out
            whenever you like.
          </p>
          <p className={styles.ways}>
            <Late part="HomeWays">
              <SiteLink href={routes.createAccount} className={button.primary}>
                Create an account
              </SiteLink>
              <SiteLink href={routes.login} className={button.quiet}>
                Sign in
              </SiteLink>
            </Late>
          </p>
        </div>
        <Doorway className={styles.picture} />
      </section>
      <section className={styles.promises} aria-label="What you can rely on">
        <div>
          <h2>Sign in within seconds</h2>
          <p>
            One short form that works with your password manager and keyboard. If something fails, what you
            typed stays.
          </p>
        </div>
        <div>
          <h2>Yours alone</h2>
          <p>
            Your session is a cookie that no script can read. Your password goes to the sign-in service and is
            never stored here.
          </p>
        </div>
        <div>
          <h2>Quiet</h2>
          <p>Pages load only what they need. Nothing comes from a font CDN.</p>
        </div>
      </section>
    </>
  )
}
