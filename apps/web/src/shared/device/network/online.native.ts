import { Network } from '@capacitor/network'

/** Reports whether the phone has a connection, at once and at each change. */
export async function onConnection(listener: (isConnected: boolean) => void): Promise<void> {
  await Network.addListener('networkStatusChange', ({ connected }) => listener(connected))
  listener((await Network.getStatus()).connected)
}
