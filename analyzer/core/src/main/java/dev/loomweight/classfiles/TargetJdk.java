package dev.loomweight.classfiles;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The JDK that runs a target.
 *
 * @param home its home folder
 * @param feature its feature release, such as 21
 * @param version its full version, such as 21.0.8
 * @param runtimeVersion the same with its build, such as 21.0.8+9-LTS, as its JVM reports it; the version if the
 *     JDK does not say
 */
public record TargetJdk(Path home, int feature, String version, String runtimeVersion) {

    /** The first release with virtual threads, and so the first that a sample can be run on. */
    public static final int OLDEST = 21;

    // A few lines.
    private static final int MAX_RELEASE_BYTES = 1 << 16;

    private static final Pattern RUNTIME = Pattern.compile("(?m)^JAVA_RUNTIME_VERSION=\"([^\"]+)\"");

    private static final Pattern RELEASE = Pattern.compile("(?m)^JAVA_VERSION=\"((\\d+)[^\"]*)\"");

    /**
     * The JDK at a path, or the one that runs this program.
     *
     * @param path a JDK's home or its {@code java}, or null for this program's own
     * @throws DataException if there is no JDK, or if it is too old
     */
    public static TargetJdk find(@Nullable Path path) {
        Path home = home(path == null ? Path.of(System.getProperty("java.home")) : path);
        if (!Files.isExecutable(home.resolve("bin/java"))) {
            throw new DataException(
                    "there is no JDK at " + path + ": it has no bin/java; pass the home folder of a JDK with --jdk");
        }
        String text = release(home);
        Matcher release = RELEASE.matcher(text);
        if (!release.find()) {
            throw new DataException("the folder " + home + " is not a known JDK: it has no file named release with a"
                    + " JAVA_VERSION; pass another with --jdk");
        }
        Matcher runtime = RUNTIME.matcher(text);
        TargetJdk jdk = new TargetJdk(
                home,
                Integer.parseInt(release.group(2)),
                release.group(1),
                runtime.find() ? runtime.group(1) : release.group(1));
        if (jdk.feature() < OLDEST) {
            throw new DataException("the JDK at " + home + " is " + jdk.version()
                    + ", and samples need virtual threads; pass a JDK of " + OLDEST + " or newer with --jdk");
        }
        return jdk;
    }

    /** Its {@code java}. */
    public Path java() {
        return home.resolve("bin/java");
    }

    private static Path home(Path path) {
        Path parent = path.toAbsolutePath().getParent();
        boolean isLauncher = path.endsWith("bin/java") && Files.isRegularFile(path);
        Path home = isLauncher && parent != null ? parent.getParent() : path;
        return home == null ? path : home.toAbsolutePath().normalize();
    }

    private static String release(Path home) {
        try {
            return InputFile.text(home.resolve("release"), MAX_RELEASE_BYTES);
        } catch (IOException e) {
            return "";
        }
    }
}
