package dev.loomweight.sample;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the classes of a target are, as its {@code capture.json} or the operating system says. Nothing of it is checked:
 * a capture can come from anyone.
 *
 * @param named what names them, for messages: a {@code capture.json}, or {@code process 4711}
 * @param classPath the entries of its class path and module path, absolute; empty where they are not known
 * @param javaHome the home of its JDK, or null where that is not known
 * @param mainClass the main class in Java's notation, or null where a jar was started, or that is not known
 * @param mainJar the jar that was started with {@code -jar}, absolute, or null
 * @param started when it was captured, or null where that is now; what is newer on the disk is another build
 * @param jdk the version of its JDK, such as 21.0.8+9-LTS; empty where that is not known
 */
public record TargetClasses(
        String named,
        List<String> classPath,
        @Nullable String javaHome,
        @Nullable String mainClass,
        @Nullable String mainJar,
        @Nullable Instant started,
        String jdk) {

    public TargetClasses {
        classPath = List.copyOf(classPath);
    }

    /** Whether nothing is known. */
    public boolean isEmpty() {
        return classPath.isEmpty() && javaHome == null && mainClass == null && mainJar == null;
    }
}
