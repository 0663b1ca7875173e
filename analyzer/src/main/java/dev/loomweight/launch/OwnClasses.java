package dev.loomweight.launch;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the classes of a target are, by keys of {@code capture.json}: so that a later comparison explains each capture with
 * its own class files.
 */
public final class OwnClasses {

    /** The key of the class path: files and folders, absolute. */
    public static final String CLASS_PATH = "classPath";

    /** The key of the home of the JDK. */
    public static final String JAVA_HOME = "javaHome";

    private OwnClasses() {}

    /**
     * The keys.
     *
     * @param classPath as files that can be read from here; may be empty
     * @param home the home of the JDK, or null if it is not known
     */
    static Map<String, Object> facts(List<String> classPath, @Nullable Path home) {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (!classPath.isEmpty()) {
            facts.put(
                    CLASS_PATH,
                    classPath.stream()
                            .map(entry -> Path.of(entry).toAbsolutePath().toString())
                            .toList());
        }
        if (home != null) {
            facts.put(JAVA_HOME, home.toAbsolutePath().toString());
        }
        return facts;
    }
}
