'use client'
import { useEffect, useRef, useState } from 'react'
import { useUnsavedWarning } from '@/components/session/unsaved-warning'
import button from '@/components/ui/button.module.css'
import { useHydrated } from '@/components/ui/hydrated'
import { endAllDevices, endDevice, endOtherDevices, watchOthersEnd } from '@/lib/browser/account/sessions'
import { signOut } from '@/lib/browser/session/sign-out'
import type { PublicConfig } from '@/lib/config/config'
import type { Device } from '@/lib/session/token'
import { routes } from '@/lib/site/routes'
import styles from './session-list.module.css'

type Props = { devices: Device[]; config: PublicConfig }

/** Where the visitor is signed in, and the way to end it there: one device, all others, or everywhere. */
export function DeviceList({ devices, config }: Props) {
  const isHydrated = useHydrated()
  const { mayLoseDrafts, dialog } = useUnsavedWarning()
  const [shown, setShown] = useState(devices)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const messageLine = useRef<HTMLParagraphElement>(null)

  useEffect(() => watchOthersEnd(() => setShown((all) => all.filter(({ isThis }) => isThis))), [])

  async function end(work: () => Promise<boolean>, done: () => void) {
    if (isBusy) return
    setBusy(true)
    const isDone = await work()
    setBusy(false)
    if (isDone) return done()
    setMessage('Nothing was changed: this site did not answer. Please try again.')
  }

  async function endEverywhere() {
    if (isBusy || !(await mayLoseDrafts())) return
    await end(
      () => signOut(config, () => endAllDevices(config)),
      () => location.replace(routes.home),
    )
  }

  function tell(words: string) {
    setMessage(words)
    // The button that was pressed is gone; the keyboard stays near.
    messageLine.current?.focus()
  }

  const others = shown.filter(({ isThis }) => !isThis)
  return (
    <section aria-labelledby="devices" className={styles.devices}>
      <h2 id="devices">Where you are signed in</h2>
      <ul className={styles.list}>
        {shown.map((device) => (
          <li key={device.id} className={styles.device}>
            <div>
              <strong>{device.name}</strong>
              {device.isThis && <span className={styles.here}>this browser</span>}
              <p className={styles.times}>
                Signed in {device.openedAt}, last seen {device.seenAt}
              </p>
            </div>
            {!device.isThis && (
              <button
                type="button"
                className={button.quiet}
                disabled={!isHydrated}
                aria-label={`End this one: ${device.name}`}
                aria-disabled={isBusy}
                onClick={() =>
                  end(
                    () => endDevice(config, device.id),
                    () => {
                      setShown((all) => all.filter(({ id }) => id !== device.id))
                      tell(`${device.name} is signed out.`)
                    },
                  )
                }
              >
                End this one
              </button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" ref={messageLine} tabIndex={-1}>
        {message}
      </p>
      <div className={styles.actions}>
        {others.length > 0 && (
          <button
            type="button"
            className={button.quiet}
            disabled={!isHydrated}
            aria-disabled={isBusy}
            onClick={() =>
              end(
                () => endOtherDevices(config),
                () => tell('All others are signed out.'),
              )
            }
          >
            End all others
          </button>
        )}
        <button
          type="button"
          className={button.quiet}
          disabled={!isHydrated}
          aria-disabled={isBusy}
          onClick={endEverywhere}
        >
          End everywhere
        </button>
      </div>
      {dialog}
    </section>
  )
}
