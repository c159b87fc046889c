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
            Foyer lets you in with an email address and a password, remembers you on this device, and ends
            your session when you say so.
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
            One short form, made for your password manager and for the keyboard. What you typed stays when
            something fails.
          </p>
        </div>
        <div>
          <h2>Yours alone</h2>
          <p>
            Your session lives in a cookie that no script can read. Your password goes to the sign-in provider
            and is never stored here.
          </p>
        </div>
        <div>
          <h2>Quiet</h2>
          <p>
            Nothing is loaded before it is needed: the sign-in code comes with the form, the fonts come from
            here.
          </p>
        </div>
      </section>
    </>
  )
}
