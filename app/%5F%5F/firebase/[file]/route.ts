import { answerFirebaseFile } from '@/lib/server/identity/identity'

export async function GET(
  request: Request,
  { params }: RouteContext<'/__/firebase/[file]'>,
): Promise<Response> {
  const { file } = await params
  return answerFirebaseFile(request, `firebase/${file}`)
}
