package dev.loomweight.maven;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.plugin.MojoExecutionException;
import org.jspecify.annotations.Nullable;

/** The Java that runs the analysis. */
final class JavaHome {

    private static final int OLDEST = 21;
    private static final String VERSION = "JAVA_VERSION=";

    private final Path home;

    private JavaHome(Path home) {
        this.home = home;
    }

    /**
     * Chooses one.
     *
     * @param named by the user, who must name one that fits; or null
     * @param tool {@code bin/java} of the toolchain, which is taken if it fits; or null
     * @throws MojoExecutionException if there is none of Java 21 or newer
     */
    static JavaHome choose(@Nullable Path named, @Nullable Path tool) throws MojoExecutionException {
        if (named != null) {
            int version = version(named);
            if (version < OLDEST) {
                throw new MojoExecutionException(named + " (loomweight.java) "
                        + (version == 0 ? "is no home of a JDK" : "is Java " + version) + "; the analysis needs Java "
                        + OLDEST + " or newer");
            }
            return new JavaHome(named);
        }
        Path bin = tool == null ? null : tool.getParent();
        Path chosen = bin == null ? null : bin.getParent();
        if (chosen != null && version(chosen) >= OLDEST) {
            return new JavaHome(chosen);
        }
        if (Runtime.version().feature() >= OLDEST) {
            return new JavaHome(Path.of(System.getProperty("java.home")));
        }
        throw new MojoExecutionException("the analysis needs Java " + OLDEST + " or newer, and Maven runs on Java "
                + Runtime.version().feature() + "; name one with -Dloomweight.java=HOME, or in Maven's toolchains");
    }

    /** The feature version that a home's file {@code release} names; 0 if there is none. */
    static int version(Path home) {
        try (BufferedReader lines = Files.newBufferedReader(home.resolve("release"))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(VERSION)) {
                    return Runtime.Version.parse(line.substring(VERSION.length())
                                    .replace("\"", "")
                                    .strip())
                            .feature();
                }
            }
            return 0;
        } catch (IOException | IllegalArgumentException e) {
            return 0;
        }
    }

    /** Its {@code java}. */
    Path program() {
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        return home.resolve("bin").resolve(windows ? "java.exe" : "java");
    }
}
