package dev.loomweight.junit.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where the project is whose tests ran. */
public final class GateSetup {

    private final Path folder;
    private final @Nullable Path config;
    private final List<Path> classPath;
    private final @Nullable LaterEnds laterEnds;

    /**
     * Of a run in which no test claims anything of the threads that it leaves.
     *
     * @param folder of the project, or of its module: absolute
     * @param config its {@code loomweight.toml}, or null if it has none
     * @param classPath of the tests: folders and jars, in its order
     */
    public GateSetup(Path folder, @Nullable Path config, List<Path> classPath) {
        this(folder, config, classPath, null);
    }

    /**
     * Of one run.
     *
     * @param folder of the project, or of its module: absolute
     * @param config its {@code loomweight.toml}, or null if it has none
     * @param classPath of the tests: folders and jars, in its order
     * @param laterEnds which threads ended since the recording did; null where the run is not of this JVM
     */
    public GateSetup(Path folder, @Nullable Path config, List<Path> classPath, @Nullable LaterEnds laterEnds) {
        this.folder = Objects.requireNonNull(folder);
        this.config = config;
        this.classPath = List.copyOf(classPath);
        this.laterEnds = laterEnds;
    }

    /** {@return the folder of the project, or of its module: absolute} */
    public Path folder() {
        return folder;
    }

    /** {@return its {@code loomweight.toml}, or null if it has none} */
    public @Nullable Path config() {
        return config;
    }

    /** {@return which threads ended since the recording did; null where the run is not of this JVM, or no test asks} */
    public @Nullable LaterEnds laterEnds() {
        return laterEnds;
    }

    /** {@return the class path of the tests: folders and jars, in its order} */
    public List<Path> classPath() {
        return classPath;
    }
}
