package dev.loomweight.program;

import dev.loomweight.capture.Cue;
import dev.loomweight.capture.DataException;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The location of the samples: from a property, or a jar next to this program's own or on its class path. */
final class SamplesJar {

    private static final String PROPERTY = "loomweight.samples";
    private static final String LIBRARIES = "servers";

    private SamplesJar() {}

    /**
     * The class path of a sample: the samples, and the protocol between them and their launcher.
     *
     * @throws DataException if there are no samples
     */
    static List<Path> classPath() {
        Path own = location(Cue.class);
        String named = System.getProperty(PROPERTY);
        return List.of(named == null ? beside(own) : Path.of(named), own);
    }

    /**
     * The class path of a sample with a server: that of any sample, and the libraries of the servers, which the build
     * puts into a folder next to the samples.
     *
     * @throws DataException if there are no samples, or no libraries
     */
    static List<Path> classPathOfServers() {
        List<Path> samples = classPath();
        Path libraries = samples.getFirst().resolveSibling(LIBRARIES);
        if (!Files.isDirectory(libraries)) {
            throw new DataException("the libraries of the servers are not in " + libraries
                    + "; start loomweight with scripts/loomweight, or run the complete build");
        }
        // A JVM takes a star for every jar of a folder.
        return Stream.concat(samples.stream(), Stream.of(libraries.resolve("*")))
                .toList();
    }

    private static Path beside(Path own) {
        // Of a program that resolves artifacts, each lies in a folder of its own.
        Path listed = Arrays.stream(System.getProperty("java.class.path", "").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(SamplesJar::isSamples)
                .findFirst()
                .orElse(null);
        if (listed != null) {
            return listed;
        }
        Path folder = own.getParent();
        if (folder != null) {
            try (Stream<Path> files = Files.list(folder)) {
                Path found = files.filter(SamplesJar::isSamples).findFirst().orElse(null);
                if (found != null) {
                    return found;
                }
            } catch (IOException e) {
                // Said below: nothing is there that can be read.
            }
        }
        throw new DataException("the samples are not next to " + own
                + "; start loomweight with scripts/loomweight, or pass their jar with -D" + PROPERTY + "=JAR");
    }

    private static boolean isSamples(Path path) {
        return String.valueOf(path.getFileName()).matches("loomweight-samples.*\\.jar");
    }

    private static Path location(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new DataException("the location of loomweight is unknown: " + source.getLocation(), e);
        }
    }
}
