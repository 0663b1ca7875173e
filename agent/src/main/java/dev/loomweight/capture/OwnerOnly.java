package dev.loomweight.capture;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** The modes of what is made here: from its first byte on, only its owner can read it. */
public final class OwnerOnly {

    private OwnerOnly() {}

    /** For a new file: mode 0600 where the file system has modes. */
    public static FileAttribute<?>[] file(Path file) {
        return mode(file, "rw-------");
    }

    /** For a new folder: mode 0700 where the file system has modes. */
    public static FileAttribute<?>[] folder(Path folder) {
        return mode(folder, "rwx------");
    }

    /** Whether the file system has modes. */
    public static boolean hasModes(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] mode(Path path, String mode) {
        return hasModes(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }
}
