package dev.loomweight.cli;

import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Request;
import dev.loomweight.faults.KnownFaults;
import dev.loomweight.render.SafeText;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The options of every command that explains stacks by class files. */
final class ClassArguments extends QuestionCommand.Group {

    private final Several<String> classpath = several(
            String.class,
            option(
                    "--classpath",
                    "PATH",
                    "Class files of the recorded application: jars (including fat jars), directories, DIR/* for all"
                            + " jars of a directory. They show which frame holds a synchronized block, and on which lock."));

    private final One<Path> jdk =
            one(Path.class, option("--jdk", "HOME", "The JDK that made the recording: its classes hold monitors too."));

    private final Flag noClasspath = flag(
            "--no-classpath", "Neither write to a capture nor take from it where the class files and the JDK are.");

    private final Several<String> own = several(
            String.class,
            option(
                            "--own",
                            "PREFIX",
                            "Packages of your own, such as com.acme. All others count as libraries, for which the first frame of"
                                    + " your own that called them is shown (default: by the class path).")
                    .splitRegex(","));

    private final One<Integer> carriers = one(
            int.class,
            option(
                    "--carriers",
                    "N",
                    "Number of carriers (the scheduler's parallelism), if the inputs do not contain it."));

    private final Several<Path> faults = several(
            Path.class,
            option(
                    "--faults",
                    "FILE",
                    "A file of known faults of your own, in the form of the list that comes with Loomweight; entries"
                            + " replace those of the same id. Repeatable."));

    @Override
    Request with(Request request, CommandLine command) {
        return request.with(request(command));
    }

    /**
     * The request that they make: all pins.
     *
     * @throws ParameterException if a value is not valid
     */
    PinRequest request(CommandLine command) {
        warnOfMissing(command, "--classpath", classpath.get());
        try {
            return new PinRequest(classpath.get(), jdk.orNull(), own.get(), carriers.or(0))
                    .withInputs(!noClasspath.given())
                    .with(known());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Says in one line on standard error which class files are not there: without them the holder of a monitor is unknown. A
     * class path of several entries may name some that a build did not make, as for the JVM, so it is no failure.
     *
     * @param named where they are named
     */
    static void warnOfMissing(CommandLine command, String named, List<String> paths) {
        List<String> missing = PinRequest.missing(paths);
        if (!missing.isEmpty()) {
            String words = named + ": no such file or directory: " + String.join(", ", missing);
            command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + SafeText.of(words));
            command.getErr().flush();
        }
    }

    /** @throws dev.loomweight.capture.DataException if a file is no list of faults */
    private KnownFaults known() {
        KnownFaults known = KnownFaults.own();
        for (Path file : faults.get()) {
            known = known.with(file);
        }
        return known;
    }
}
