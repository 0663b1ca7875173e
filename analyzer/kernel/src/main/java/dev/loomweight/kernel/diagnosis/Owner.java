package dev.loomweight.kernel.diagnosis;

import dev.loomweight.classfiles.Archive;
import dev.loomweight.kernel.faults.Library;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whose code a frame is, which decides what can be done about it.
 *
 * @param kind whose
 * @param jar the jar that its class is in, or null where it is in none, or that is not known
 * @param library the library, where it is one of those that are known by name; else null
 * @param artifact the artifact that was merged into the jar with others, or null where it is not known, or there is one
 */
public record Owner(
        Kind kind, @Nullable Archive jar, @Nullable Library library, Archive.@Nullable Artifact artifact) {

    /** The end of a file's name with a version in it, such as {@code -4.1.89.Final.jar}. */
    private static final Pattern VERSIONED = Pattern.compile("-v?\\d[\\w.+-]*\\.jar$");

    Owner(Kind kind, @Nullable Archive jar, @Nullable Library library) {
        this(kind, jar, library, null);
    }

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
        if (kind == Kind.OWN || other.kind == Kind.OWN) {
            return false;
        }
        return (library != null && library.equals(other.library))
                || (jar != null && jar.equals(other.jar) && Objects.equals(artifact, other.artifact));
    }

    /** The library or jar with its version, as people name it; empty where neither is known. */
    public String words() {
        Archive in = jar;
        if (library == null) {
            String merged = artifact == null ? "" : artifact.words() + " in ";
            return in == null ? "" : merged + in.file() + (artifact == null ? versionOf(in) : "");
        }
        String version = library.version(in);
        return library.name() + (version.isEmpty() ? "" : " " + version) + (in == null ? "" : " (" + in.file() + ")");
    }

    private static String versionOf(Archive jar) {
        boolean single = jar.artifacts().size() == 1;
        // Manifests have builds and padded numbers: 1.77.00.0 in bcprov-jdk18on-1.77.jar. A user looks for the file's.
        if (!single && VERSIONED.matcher(jar.file()).find()) {
            return "";
        }
        // Lucene's is followed by a commit and a date.
        String version = (single ? jar.artifacts().getFirst().version() : jar.version()).replaceFirst("\\s.*", "");
        return version.isEmpty() || jar.file().contains(version)
                ? ""
                : " (version " + version + " by its " + (single ? "pom.properties)" : "manifest)");
    }
}
