import Foundation

/// Keeps the children's data out of iCloud and of backups on a computer: what the WebView stores (cached answers),
/// the preferences and downloaded documents. The session's token stands in the Keychain.
enum BackupExclusion {
    private static let folders: [(FileManager.SearchPathDirectory, String)] = [
        (.libraryDirectory, "WebKit"),
        (.libraryDirectory, "Preferences"),
        (.libraryDirectory, "HTTPStorages"),
        (.applicationSupportDirectory, ""),
        (.documentDirectory, "")
    ]

    /// Done at each start and each time the app leaves the screen: the system forgets the mark when it makes a
    /// folder anew.
    static func apply() {
        let files = FileManager.default
        for (directory, name) in folders {
            guard var folder = files.urls(for: directory, in: .userDomainMask).first else { continue }
            if !name.isEmpty { folder.appendPathComponent(name, isDirectory: true) }
            try? files.createDirectory(at: folder, withIntermediateDirectories: true)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try? folder.setResourceValues(values)
        }
    }
}
