// @ts-nocheck: a page the site map does not know
export default function Page() {
  return null
}
