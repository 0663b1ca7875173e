package dev.loomweight.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * JDKs that were installed on this machine, as distinct from folders that merely look like one. To read the classes of a
 * JDK runs code of its {@code lib/jrt-fs.jar}, so that a home that is named by an input, and not by the user, must be one
 * of these.
 */
public final class InstalledJdks {

    private static final List<String> PLACES = List.of(
            "/usr/lib/jvm",
            "/usr/java",
            "/opt",
            "/opt/java",
            "/Library/Java/JavaVirtualMachines",
            "/opt/homebrew/opt",
            "/usr/local/opt",
            "/home/linuxbrew/.linuxbrew/opt");

    private static final List<String> PLACES_AT_HOME = List.of(
            ".sdkman/candidates/java",
            ".jdks",
            ".asdf/installs/java",
            ".local/share/mise/installs/java",
            "Library/Java/JavaVirtualMachines");

    private InstalledJdks() {}

    /**
     * Whether a home is that of the running JVM or of {@code JAVA_HOME}, or lies where JDKs are installed: as
     * {@code scripts/lib/jdk.sh} searches for them.
     */
    public static boolean contains(Path home) {
        return contains(home, System.getProperty("java.home"), System.getProperty("user.home"), System.getenv());
    }

    static boolean contains(Path home, String running, String userHome, Map<String, String> environment) {
        Path real = real(home);
        if (real == null) {
            return false;
        }
        boolean named = Stream.of(running, environment.get("JAVA_HOME"))
                .filter(Objects::nonNull)
                .map(path -> real(Path.of(path)))
                .anyMatch(real::equals);
        return named
                || Stream.concat(
                                PLACES.stream().map(Path::of),
                                PLACES_AT_HOME.stream().map(Path.of(userHome)::resolve))
                        .map(InstalledJdks::real)
                        .filter(Objects::nonNull)
                        .anyMatch(place -> isIn(place, real));
    }

    // Of a bundle of macOS, the home is two folders further down; of Homebrew's, as many or more.
    private static boolean isIn(Path place, Path home) {
        Path parent = home.getParent();
        boolean bundle = home.endsWith("Contents/Home") || home.endsWith("libexec");
        return place.equals(parent) || (bundle && home.startsWith(place));
    }

    private static @Nullable Path real(Path path) {
        try {
            return Files.isDirectory(path) ? path.toRealPath() : null;
        } catch (IOException e) {
            return null;
        }
    }
}
