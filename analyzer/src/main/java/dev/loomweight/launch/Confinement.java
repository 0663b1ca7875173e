package dev.loomweight.launch;

import dev.loomweight.launch.group.MemoryGroup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a command is confined to in addition to being captured.
 *
 * @param prefix words before the command, as of {@link MemoryGroup#prefix}
 * @param jvmOptions options that override those of the command: they are in {@code _JAVA_OPTIONS}, which every JVM reads
 *     after its command line
 * @param output the file for standard output and error, with no standard input; null for those of this program
 * @param longest how long it may run: then it gets SIGTERM, and SIGKILL if that does not end it; null for any time
 */
public record Confinement(
        List<String> prefix,
        List<String> jvmOptions,
        @Nullable Path output,
        @Nullable Duration longest) {

    /** The variable whose words every JVM takes after those of its command line. */
    static final String VARIABLE = "_JAVA_OPTIONS";

    public Confinement {
        prefix = List.copyOf(prefix);
        jvmOptions = List.copyOf(jvmOptions);
    }

    /** No limit but of time. */
    public static Confinement lasting(@Nullable Duration longest) {
        return new Confinement(List.of(), List.of(), null, longest);
    }
}
