package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.classfiles.TargetJdk;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Option.Taker;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.sample.CaptureTexts.TargetClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The options of what explains stacks: where the class files are, whose classes are the application's own, known faults. */
public final class ClassOptions {

    /** The class files of the recorded application: jars, directories, {@code dir/*}. */
    public static final Option<List<String>> CLASSPATH = Option.text(
                    "--classpath",
                    "PATH",
                    "Class files of the recorded application: jars (including fat jars), directories, DIR/* for all"
                            + " jars of a directory. They show which frame holds a synchronized block, and on which lock.")
            .takenBy(Taker.ALL)
            .repeated();

    /** The home of the JDK that made the recording. Assistants do not name it: to read its classes runs its code. */
    public static final Option<Path> JDK =
            Option.path("--jdk", "HOME", "The JDK that made the recording: its classes hold monitors too.");

    /** Whether class files and JDK that the inputs name are left alone. */
    public static final Option<Boolean> NO_CLASSPATH = Option.flag(
            "--no-classpath", "Neither write to a capture nor take from it where the class files and the JDK are.");

    /** Prefixes of the application's own classes; where there are none, all but the JDK's are. */
    public static final Option<List<String>> OWN = Option.text(
                    "--own",
                    "PREFIX",
                    "Packages of your own, such as com.acme. All others count as libraries, for which the first frame of"
                            + " your own that called them is shown (default: by the class path).")
            .takenBy(Taker.ALL)
            .separated();

    /** The number of carriers, or 0 where the inputs say it. */
    public static final Option<Integer> CARRIERS = Option.number(
                    "--carriers", "Number of carriers (the scheduler's parallelism), if the inputs do not contain it.")
            .takenBy(Taker.ALL)
            .checked(number -> Misuse.require(number >= 0, "carriers must be 1 or more, not " + number));

    /** Which known faults sites and hangs can be, besides those that come with Loomweight. */
    private static final Option<List<Path>> FAULTS = Option.path(
                    "--faults",
                    "FILE",
                    "A file of known faults of your own, in the form of the list that comes with Loomweight; entries"
                            + " replace those of the same id. Repeatable.")
            .repeated()
            .checked(ClassOptions::faults);

    /** All of these. */
    public static final List<Option<?>> ALL = List.of(CLASSPATH, JDK, NO_CLASSPATH, OWN, CARRIERS, FAULTS);

    /** These, and those that choose pins. */
    public static final List<Option<?>> OF_PINS =
            Option.all(ALL, Option.in(Option.Group.FILTER, PinOptions.Filter.OPTIONS));

    /** The class files of the earlier of two builds. */
    public static final Option<List<String>> CLASSPATH_BEFORE = Option.text(
                    "--classpath-before",
                    "PATH",
                    "Class files of the earlier build, for the recording to compare with (default: those that its"
                            + " capture names, else those of --classpath).")
            .repeated();

    /** The home of the JDK of the earlier of two builds. */
    public static final Option<Path> JDK_BEFORE = Option.path(
            "--jdk-before",
            "HOME",
            "The JDK that made the earlier recording (default: the one that its capture names, else that of --jdk).");

    /** Those of an earlier build. */
    public static final List<Option<?>> BEFORE = List.of(CLASSPATH_BEFORE, JDK_BEFORE);

    /** Which files and folders of class paths may be read, whoever names them; given by programs alone. */
    private static final Option<Predicate<Path>> READABLE = Option.ofPrograms(Predicate.class, "readable");

    private ClassOptions() {}

    /**
     * Options with class files of some places only.
     *
     * @param places which files and folders of class paths may be read: named here, by a capture or by a jar
     */
    public static Options within(Options given, Predicate<Path> places) {
        return given.with(READABLE, places);
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
     * The known faults, with those of files.
     *
     * @throws dev.loomweight.capture.DataException if a file is no list of faults
     */
    public static KnownFaults faults(Options given) {
        return faults(given.get(FAULTS));
    }

    private static KnownFaults faults(List<Path> files) {
        KnownFaults known = KnownFaults.own();
        for (Path file : files) {
            known = known.with(file);
        }
        return known;
    }

    /**
     * The class files, to be closed after use.
     *
     * @param targets what the inputs name
     * @throws dev.loomweight.capture.DataException if the JDK that the user names is none
     */
    static ClassPath open(Options given, List<TargetClasses> targets) {
        List<String> entries = given.get(CLASSPATH).stream()
                .flatMap(path -> ClassPath.split(path).stream())
                .toList();
        Path jdk = given.find(JDK);
        TargetJdk target = jdk == null ? null : TargetJdk.find(jdk);
        return ClassPath.of(
                entries,
                target == null ? null : target.home(),
                target == null ? 0 : target.feature(),
                given.get(NO_CLASSPATH) ? List.of() : targets,
                given.get(READABLE, path -> true));
    }

    /** Closes class files that nothing more is asked of. */
    static void close(ClassPath path) {
        try {
            path.close();
        } catch (IOException e) {
            // They were only read: nothing is lost.
        }
    }

    /**
     * The options of the analyses of pins.
     *
     * @param stated the number of carriers that the inputs were made with, or 0
     */
    static PinOptions pins(Options given, ClassPath path, int stated) {
        int carriers = given.get(CARRIERS, 0);
        return new PinOptions(
                new Code(path),
                given.get(OWN),
                PinOptions.Filter.of(given),
                carriers == 0 ? stated : carriers,
                faults(given));
    }

    /**
     * The options for the earlier of two inputs: of the class files those that the user names for it, or that it names, or
     * else those of the later one.
     *
     * @param own what the earlier input names
     */
    static Options earlier(Options later, List<TargetClasses> own) {
        boolean inputs = !later.get(NO_CLASSPATH);
        Options earlier = later.without(List.of(CLASSPATH, JDK));
        if (later.has(CLASSPATH_BEFORE) || !inputs || !hasClassPath(own)) {
            earlier = earlier.with(CLASSPATH, later.get(CLASSPATH_BEFORE, later.get(CLASSPATH)));
        }
        Path jdk = later.find(JDK_BEFORE);
        jdk = jdk == null && !(inputs && hasHome(own)) ? later.find(JDK) : jdk;
        return jdk == null ? earlier : earlier.with(JDK, jdk);
    }

    /**
     * What the earlier input names, and of what the later one names, the parts that the earlier does not.
     *
     * @param own what the earlier input names
     * @param later what the later one names
     */
    static List<TargetClasses> targets(List<TargetClasses> own, List<TargetClasses> later) {
        List<TargetClasses> all = new ArrayList<>(own);
        for (TargetClasses target : later) {
            TargetClasses rest = new TargetClasses(
                    target.named(),
                    hasClassPath(own) ? List.of() : target.classPath(),
                    hasHome(own) ? null : target.javaHome(),
                    hasClassPath(own) ? null : target.mainClass(),
                    hasClassPath(own) ? null : target.mainJar(),
                    target.started(),
                    target.jdk());
            if (!rest.isEmpty()) {
                all.add(rest);
            }
        }
        return all;
    }

    private static boolean hasClassPath(List<TargetClasses> own) {
        return own.stream().anyMatch(target -> !target.classPath().isEmpty());
    }

    private static boolean hasHome(List<TargetClasses> own) {
        return own.stream().anyMatch(target -> target.javaHome() != null);
    }
}
