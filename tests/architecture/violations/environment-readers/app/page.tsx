// @ts-nocheck: a page reads the environment
export default function Page() {
  return process['env'].GTAG_ID
}
