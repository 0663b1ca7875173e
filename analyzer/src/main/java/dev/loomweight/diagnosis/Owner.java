package dev.loomweight.diagnosis;

import dev.loomweight.bytecode.Archive;
import org.jspecify.annotations.Nullable;

/**
 * Whose code a frame is, which decides what can be done about it.
 *
 * @param kind whose
 * @param jar the jar that its class is in, or null where it is in none, or that is not known
 * @param library the library, where it is one of those that are known by name; else null
 */
public record Owner(
        Kind kind, @Nullable Archive jar, @Nullable Library library) {

    /** Whose code it can be. */
    public enum Kind {
        /** The application's: it can be changed. */
        OWN,
        /** A library's: it can be replaced by another release. */
        LIBRARY,
        /** The JDK's: other methods of it can be called. */
        JDK,
        /** The application's or a library's. */
        UNDECIDED
    }

    /** Whether two frames are of one library. */
    boolean isSameLibrary(Owner other) {
        return (library != null && library.equals(other.library))
                || (jar != null && other.jar != null && jar.equals(other.jar));
    }

    /** The library or jar with its version, as people name it; empty where neither is known. */
    public String words() {
        Archive in = jar;
        if (library == null) {
            return in == null ? "" : in.file() + versionOf(in);
        }
        String version = library.version(in);
        return library.name() + (version.isEmpty() ? "" : " " + version) + (in == null ? "" : " (" + in.file() + ")");
    }

    private static String versionOf(Archive jar) {
        return jar.version().isEmpty() || jar.file().contains(jar.version())
                ? ""
                : " (version " + jar.version() + " by its manifest)";
    }
}
