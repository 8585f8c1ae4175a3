import { AndroidSettings, IOSSettings, NativeSettings } from 'capacitor-native-settings'

const pages = {
  permissions: { optionAndroid: AndroidSettings.ApplicationDetails, optionIOS: IOSSettings.App },
  notifications: { optionAndroid: AndroidSettings.AppNotification, optionIOS: IOSSettings.AppNotification },
}

export async function openPhoneSettings(page: keyof typeof pages): Promise<void> {
  await NativeSettings.open(pages[page])
}
