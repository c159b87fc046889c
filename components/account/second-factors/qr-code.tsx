import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import styles from './second-factors.module.css'

/** Modules of quiet around the code, as ISO/IEC 18004 wants it. */
const margin = 4

/** A QR code, drawn in the browser, so its secret goes nowhere else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const side = code.size + 2 * margin
  return (
    <svg
      className={styles.qr}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      role="img"
      aria-label={label}
    >
      <path d={toSvgPath(code)} />
    </svg>
  )
}
