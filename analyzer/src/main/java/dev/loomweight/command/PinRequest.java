package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.launch.TargetJdk;
import dev.loomweight.match.Regex;
import dev.loomweight.pinning.CauseKind;
import dev.loomweight.pinning.PinOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a user says of the pins to look at.
 *
 * @param classpath where the class files of the recorded application are: jars, directories, {@code dir/*}
 * @param jdk the home of the JDK that made the recording, or null where its classes are not to be had
 * @param own prefixes of the application's own classes; where there are none, all but the JDK's are
 * @param causes the causes wanted, of {@link #CAUSES}; all where there are none
 * @param thread a regular expression for a part of the virtual thread's name, or null for any
 * @param least the least length
 * @param packages prefixes of classes, one of which must be on the stack; any where there are none
 * @param from only pins that begin then or later, or null
 * @param until only pins that begin earlier, or null
 * @param carriers how many carriers there were, or 0 where the inputs shall tell
 */
public record PinRequest(
        List<String> classpath,
        @Nullable Path jdk,
        List<String> own,
        List<String> causes,
        @Nullable String thread,
        Duration least,
        List<String> packages,
        @Nullable Instant from,
        @Nullable Instant until,
        int carriers) {

    /** Nothing said. */
    public static final PinRequest NONE =
            new PinRequest(List.of(), null, List.of(), List.of(), null, Duration.ZERO, List.of(), null, null, 0);

    /** The words for causes. */
    public static final List<String> CAUSES = CauseKind.ids();

    /**
     * Checks the words.
     *
     * @throws IllegalArgumentException if there is no such cause, if the regular expression is none, or if the number is
     *     negative
     */
    public PinRequest {
        classpath = List.copyOf(classpath);
        own = List.copyOf(own);
        causes = List.copyOf(causes);
        packages = List.copyOf(packages);
        causes.forEach(CauseKind::of);
        if (thread != null) {
            Regex.of(thread);
        }
        if (carriers < 0) {
            throw new IllegalArgumentException("carriers must be 1 or more, not " + carriers);
        }
    }

    /**
     * The same with what is known of the target, where the user has said nothing.
     *
     * @param found where its class files are
     * @param home the home of its JDK, or null; one that cannot be read is left out
     */
    public PinRequest withDefaults(List<String> found, @Nullable Path home) {
        return new PinRequest(
                classpath.isEmpty() ? found : classpath,
                jdk == null && home != null && TargetJdk.isUsable(home) ? home : jdk,
                own,
                causes,
                thread,
                least,
                packages,
                from,
                until,
                carriers);
    }

    /**
     * The same with what a file says, where the user has said nothing.
     *
     * @param found where the class files are
     * @param home the home of the JDK that recorded, or null
     * @param packages prefixes of the application's own classes
     * @param number how many carriers there were, or 0
     */
    public PinRequest orElse(List<String> found, @Nullable Path home, List<String> packages, int number) {
        return new PinRequest(
                classpath.isEmpty() ? found : classpath,
                jdk == null ? home : jdk,
                own.isEmpty() ? packages : own,
                causes,
                thread,
                least,
                this.packages,
                from,
                until,
                carriers == 0 ? number : carriers);
    }

    /** The class files, to be closed after use; a JDK that is none is a {@link dev.loomweight.capture.DataException}. */
    ClassPath open() {
        List<String> entries = classpath.stream()
                .flatMap(path -> ClassPath.split(path).stream())
                .toList();
        TargetJdk target = jdk == null ? null : TargetJdk.find(jdk);
        return target == null ? ClassPath.of(entries, null, 0) : ClassPath.of(entries, target.home(), target.feature());
    }

    /** Closes class files that nothing more is asked of. */
    static void close(ClassPath path) {
        try {
            path.close();
        } catch (IOException e) {
            // They were only read: nothing is lost.
        }
    }

    /** The options of the analysis. */
    PinOptions options(ClassPath path) {
        return new PinOptions(
                new Code(path),
                own,
                new PinOptions.Filter(
                        causes.stream().map(CauseKind::of).collect(Collectors.toUnmodifiableSet()),
                        thread == null ? null : Regex.of(thread),
                        least,
                        packages,
                        from,
                        until),
                carriers);
    }
}
