import { navigate } from '../../shared/router.tsx'
import { savePushToken, showPushFailure } from '../../shared/session/pushToken.ts'
import { subscribePushes } from '../../shared/session/subscribePushes.ts'
import { closeModals } from '../routes/backButton.native.ts'
import { pathOfPush } from '../routes/deepLink.ts'

/** Refetches the data that the page shows: a notification reports a recent change, perhaps of this data. */
async function refetchVisibleData() {
  const { queryClient } = await import('../../shared/api/queryClient.ts')
  await queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false })
}

/** Registers the phone for pushes while a parent is signed in (spec §3); opens the page of a tapped notification. */
export async function startPhonePushes(): Promise<void> {
  // The module is imported dynamically, as in push.ts: with a static import, its chunk would lose the name `.native.`,
  // by which build/buildFiles.ts excludes it from what a browser stores.
  const { subscribePushEvents } = await import('../../shared/device/push/push.native.ts')
  await subscribePushEvents({
    onToken: savePushToken,
    onFailure: showPushFailure,
    onOpened(data) {
      closeModals()
      navigate(pathOfPush(data))
      void refetchVisibleData()
    },
  })
  subscribePushes()
}
