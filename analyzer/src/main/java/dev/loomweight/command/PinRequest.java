package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.faults.KnownFaults;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.launch.TargetJdk;
import dev.loomweight.match.Regex;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.sample.CaptureTexts.TargetClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The options of pins that a user gave.
 *
 * @param classpath the class files of the recorded application: jars, directories, {@code dir/*}
 * @param jdk the home of the JDK that made the recording, or null where its classes are not available
 * @param own prefixes of the application's own classes; where there are none, all but the JDK's are
 * @param filter which pins are wanted
 * @param carriers the number of carriers, or 0 where the inputs say it
 * @param ofInputs whether class files and JDK that the inputs name are used where the user names none
 * @param readable which files of class paths may be read, whoever names them
 * @param faults which known faults sites and hangs can be
 */
public record PinRequest(
        List<String> classpath,
        @Nullable Path jdk,
        List<String> own,
        PinOptions.Filter filter,
        int carriers,
        boolean ofInputs,
        Predicate<Path> readable,
        KnownFaults faults) {

    /** No options. */
    public static final PinRequest NONE = new PinRequest(List.of(), null, List.of(), 0);

    /** The keys of causes. */
    public static final List<String> CAUSES = CauseKind.ids();

    /** @throws IllegalArgumentException if the number of carriers is negative */
    public PinRequest {
        classpath = List.copyOf(classpath);
        own = List.copyOf(own);
        if (carriers < 0) {
            throw new IllegalArgumentException("carriers must be 1 or more, not " + carriers);
        }
    }

    /** A request for all pins. */
    public PinRequest(List<String> classpath, @Nullable Path jdk, List<String> own, int carriers) {
        this(classpath, jdk, own, PinOptions.Filter.ALL, carriers, true, path -> true, KnownFaults.own());
    }

    /**
     * The same with class files of some places only.
     *
     * @param places which files and folders of class paths may be read: named here, by a capture or by a jar
     */
    public PinRequest within(Predicate<Path> places) {
        return new PinRequest(classpath, jdk, own, filter, carriers, ofInputs, places, faults);
    }

    /** The same with other class files. */
    PinRequest of(List<String> others, @Nullable Path home) {
        return new PinRequest(others, home, own, filter, carriers, ofInputs, readable, faults);
    }

    /**
     * The same for some of the pins: those that pass all of these.
     *
     * @param causes the causes wanted, of {@link #CAUSES}; all where there are none
     * @param thread a regular expression for a part of the virtual thread's name, or null for any
     * @param min the smallest duration
     * @param packages prefixes of classes, one of which must be on the stack; any where there are none
     * @param from only pins that begin then or later, or null
     * @param until only pins that begin earlier, or null
     * @throws IllegalArgumentException if there is no such cause, or if the regular expression is not valid
     */
    public PinRequest only(
            List<String> causes,
            @Nullable String thread,
            Duration min,
            List<String> packages,
            @Nullable Instant from,
            @Nullable Instant until) {
        PinOptions.Filter wanted = new PinOptions.Filter(
                causes.stream().map(CauseKind::of).collect(Collectors.toUnmodifiableSet()),
                thread == null ? null : Regex.of(thread),
                min,
                packages,
                from,
                until);
        return new PinRequest(classpath, jdk, own, wanted, carriers, ofInputs, readable, faults);
    }

    /** The same with other known faults. */
    public PinRequest with(KnownFaults others) {
        return new PinRequest(classpath, jdk, own, filter, carriers, ofInputs, readable, others);
    }

    /** The same with or without the class files that the inputs name. */
    public PinRequest withInputs(boolean used) {
        return new PinRequest(classpath, jdk, own, filter, carriers, used, readable, faults);
    }

    /**
     * The same with what a file says, where the user has said nothing.
     *
     * @param found the class files
     * @param home the home of the JDK that recorded, or null
     * @param packages prefixes of the application's own classes
     * @param number the number of carriers, or 0
     */
    public PinRequest orElse(List<String> found, @Nullable Path home, List<String> packages, int number) {
        return new PinRequest(
                classpath.isEmpty() ? found : classpath,
                jdk == null ? home : jdk,
                own.isEmpty() ? packages : own,
                filter,
                carriers == 0 ? number : carriers,
                ofInputs,
                readable,
                faults);
    }

    /**
     * Checks the JDK that a user names.
     *
     * @throws dev.loomweight.capture.DataException if there is none, or one without virtual threads
     */
    public static void checkJdk(Path jdk) {
        TargetJdk.find(jdk);
    }

    /** The entries of class paths that are not there, each once. */
    public static List<String> missing(List<String> paths) {
        return paths.stream()
                .flatMap(path -> ClassPath.split(path).stream())
                .filter(entry -> !isThere(entry))
                .distinct()
                .toList();
    }

    private static boolean isThere(String entry) {
        try {
            // All jars of a folder.
            return Files.exists(Path.of(entry.endsWith("*") ? entry.substring(0, entry.length() - 1) : entry));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /**
     * The class files, to be closed after use.
     *
     * @param targets what the inputs name
     * @throws dev.loomweight.capture.DataException if the JDK that the user names is none
     */
    ClassPath open(List<TargetClasses> targets) {
        List<String> entries = classpath.stream()
                .flatMap(path -> ClassPath.split(path).stream())
                .toList();
        TargetJdk target = jdk == null ? null : TargetJdk.find(jdk);
        return ClassPath.of(
                entries,
                target == null ? null : target.home(),
                target == null ? 0 : target.feature(),
                ofInputs ? targets : List.of(),
                readable);
    }

    /** The option by which single pins are chosen, if one is given; else null. */
    @Nullable
    String optionOfEvents() {
        if (!filter.min().isZero()) {
            return "--longer";
        }
        return filter.thread() != null
                ? "--thread"
                : filter.from() != null ? "--from" : filter.until() != null ? "--until" : null;
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
        return new PinOptions(new Code(path), own, filter, carriers, faults);
    }
}
