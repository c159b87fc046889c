// @ts-nocheck: sends the visitor home by a path it wrote itself
import { redirect } from 'next/navigation'

export default function Page() {
  redirect('/')
}
